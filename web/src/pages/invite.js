/** An invitation by link. */
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { account, beSomebody } from "../lib/account.js";
import { get, post } from "../lib/api.js";
import { go } from "../lib/router.js";
import { Failure, Frame, signing } from "./frame.js";
import { Policies } from "./table.js";

/** @param {{code: string}} props */
export function Invite({ code }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [title, setTitle] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  useEffect(() => {
    get(`/invitations/${encodeURIComponent(code)}`).then(async (r) => {
      setFound(r);
      setTitle(await get(`/titles/${r.game.title}`));
    }, setProblem);
  }, [code]);
  const accept = async () => {
    try {
      await beSomebody();
      const { game } = await post(`/invitations/${encodeURIComponent(code)}`);
      go(`/games/${game}`);
    } catch (error) {
      setProblem(error);
    }
  };
  const seat = found?.seat && found.game.seats.find((/** @type {any} */ s) => s.id === found.seat);
  return html`<${Frame} narrow><h1>${t("invite.title")}</h1>
    ${problem?.status === 404 ? html`<p class="refused" role="alert">${t("invite.bad")}</p>` : html`<${Failure} problem=${problem} />`}
    ${found && title && html`<p class="big-text"><b>${title.name}</b>, ${seat ? t("invite.seat", { seat: seat.name }) : t(`invite.role.${found.role}`)}</p>
      <${Policies} g=${found.game} scenario=${title.scenarios.find((/** @type {any} */ s) => s.id === found.game.scenario)} />
      <div class="row"><button type="button" class="button big" onClick=${accept}>${account.value ? t("invite.accept") : t("account.guestGo")}</button>
        ${account.value === null && html`<button type="button" class="button quiet big" onClick=${() => (signing.value = "in")}>${t("account.in")}</button>`}</div>`}
  <//>`;
}
