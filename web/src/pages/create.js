/** Creating a game: title, scenario, options, who sits where, umpire, spectators. */
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { beSomebody } from "../lib/account.js";
import { call, get, newId, post } from "../lib/api.js";
import { CLOCKS, duration } from "../lib/clock.js";
import { go } from "../lib/router.js";
import { readyFirst } from "../lib/titles.js";
import { Failure, Frame } from "./frame.js";

export function Create() {
  const [titles, setTitles] = useState(/** @type {any[] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  useEffect(() => {
    get("/titles").then((r) => setTitles(readyFirst(r.titles)), setProblem);
  }, []);
  return html`<${Frame} narrow><h1>${t("create.title")}</h1><${Failure} problem=${problem} />
    ${titles && titles.length > 0 && html`<${Form} titles=${titles} />`}<//>`;
}

/** @param {{titles: any[]}} props */
function Form({ titles }) {
  const [title, setTitle] = useState(titles[0]);
  const [scenario, setScenario] = useState(titles[0].scenarios[0]);
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [seats, setSeats] = useState(/** @type {Record<string, string>} */ ({}));
  const [policy, setPolicy] = useState({ solo: false, umpire: false, umpireMe: false, spectators: "none", private: false, clock: 0, stage: "" });
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const choose = (/** @type {any} */ next, /** @type {any} */ s) => {
    setTitle(next);
    setScenario(s);
    setOptions({});
    setSeats({});
  };
  const holder = (/** @type {any} */ s, /** @type {number} */ i) => seats[s.id] ?? (i === 0 ? "me" : "friend");
  const send = async (/** @type {Event} */ e) => {
    e.preventDefault();
    setBusy(true);
    try {
      await beSomebody();
      const bots = Object.fromEntries(scenario.seats.map((/** @type {any} */ s, /** @type {number} */ i) => [s.id, holder(s, i)]).filter((/** @type {string[]} */ [, v]) => v.startsWith("bot:")).map((/** @type {string[]} */ [s, v]) => [s, v.slice(4)]));
      const mine = scenario.seats.find((/** @type {any} */ s, /** @type {number} */ i) => holder(s, i) === "me")?.id;
      const made = await post("/games", {
        id: newId(), title: title.id, scenario: scenario.id, options, umpire: policy.umpire, spectators: policy.spectators, private: policy.private, clock: policy.clock,
        ...(title.secret_stages && policy.stage ? { stage_clock: Number(policy.stage) } : {}),
        ...(policy.solo ? { solo: true } : { bots, ...(mine ? { seat: mine } : {}) }),
      });
      if (policy.umpire && policy.umpireMe && !mine && !policy.solo) await call("PUT", `/games/${made.game}/seats/umpire`, { take: true });
      go(`/games/${made.game}`);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return html`<form class="form" onSubmit=${send}>
    <div class="form-two">
      <label class="field"><span>${t("create.game")}</span><select name="title" value=${title.id} onChange=${(e) => { const x = titles.find((y) => y.id === e.target.value); choose(x, x.scenarios[0]); }}>
        ${titles.map((x) => html`<option key=${x.id} value=${x.id}>${x.name}</option>`)}</select></label>
      <label class="field"><span>${t("create.scenario")}</span><select name="scenario" value=${scenario.id} onChange=${(e) => choose(title, title.scenarios.find((/** @type {any} */ s) => s.id === e.target.value))}>
        ${title.scenarios.map((/** @type {any} */ s) => html`<option key=${s.id} value=${s.id}>${s.name}</option>`)}</select></label>
    </div>
    ${scenario.summary && html`<p class="muted">${scenario.summary}</p>`}
    <fieldset><legend>${t("create.seats")}</legend>
      <label class="check"><input type="checkbox" checked=${policy.solo} onChange=${(e) => setPolicy({ ...policy, solo: e.target.checked })} /> <span>${t("create.solo")} <small>${t("create.soloNote")}</small></span></label>
      ${!policy.solo && scenario.seats.map((/** @type {any} */ s, /** @type {number} */ i) => html`<label key=${s.id} class="field row-field"><span>${s.name}</span>
        <select name=${`seat-${s.id}`} value=${holder(s, i)} onChange=${(e) => setSeats({ ...seats, [s.id]: e.target.value, ...(e.target.value === "me" ? Object.fromEntries(scenario.seats.filter((/** @type {any} */ o, /** @type {number} */ k) => o.id !== s.id && holder(o, k) === "me").map((/** @type {any} */ o) => [o.id, "friend"])) : {}) })}>
          <option value="me">${t("create.me")}</option><option value="friend">${t("create.friend")}</option>
          ${(title.bots ?? []).map((/** @type {string} */ b) => html`<option key=${b} value=${`bot:${b}`}>${t("create.bot", { name: b })}</option>`)}</select></label>`)}
    </fieldset>
    ${scenario.options?.length > 0 && html`<fieldset><legend>${t("create.options")}</legend>${scenario.options.map((/** @type {any} */ o) => html`<${OptionField} key=${o.id} o=${o} value=${options[o.id] ?? o.default} set=${(/** @type {string} */ v) => setOptions({ ...options, [o.id]: v })} />`)}</fieldset>`}
    <fieldset><legend>${t("lobby.title")}</legend>
      <label class="check"><input type="checkbox" name="umpire" checked=${policy.umpire} onChange=${(e) => setPolicy({ ...policy, umpire: e.target.checked })} /> <span>${t("create.umpire")} <small>${t("create.umpireNote")}</small></span></label>
      ${policy.umpire && !policy.solo && !scenario.seats.some((/** @type {any} */ s, /** @type {number} */ i) => holder(s, i) === "me") && html`<label class="check"><input type="checkbox" name="umpire-me" checked=${policy.umpireMe} onChange=${(e) => setPolicy({ ...policy, umpireMe: e.target.checked })} /> <span>${t("create.umpireMe")}</span></label>`}
      <label class="field row-field"><span>${t("create.clock")} <small>${t("create.clockNote")}</small></span><select name="clock" value=${policy.clock} onChange=${(e) => setPolicy({ ...policy, clock: Number(e.target.value) })}>
        ${CLOCKS.map((s) => html`<option key=${s} value=${s}>${s ? duration(s) : t("create.clock.none")}</option>`)}</select></label>
      ${title.secret_stages && html`<label class="field row-field"><span>${t("create.stageClock")} <small>${t("create.stageClockNote")}</small></span><select name="stage-clock" value=${policy.stage} onChange=${(e) => setPolicy({ ...policy, stage: e.target.value })}>
        <option value="">${t("create.stageClock.same")}</option>${CLOCKS.map((s) => html`<option key=${s} value=${String(s)}>${s ? duration(s) : t("create.clock.none")}</option>`)}</select></label>`}
      <label class="field row-field"><span>${t("create.spectators")}</span><select name="spectators" value=${policy.spectators} onChange=${(e) => setPolicy({ ...policy, spectators: e.target.value })}>
        ${["none", "public"].map((v) => html`<option key=${v} value=${v}>${t(`create.spectators.${v}`)}</option>`)}</select></label>
      <label class="check"><input type="checkbox" name="private" checked=${policy.private} onChange=${(e) => setPolicy({ ...policy, private: e.target.checked })} /> <span>${t("create.private")}</span></label>
    </fieldset>
    <${Failure} problem=${problem} />
    <button type="submit" class="button big" disabled=${busy}>${t("create.go")}</button>
  </form>`;
}

/** @param {{o: any, value: string, set: (v: string) => void}} props */
function OptionField({ o, value, set }) {
  const label = (/** @type {string} */ v) => o.labels?.[v] ?? plain(v);
  const twoValued = o.values.length === 2 && o.values.every((/** @type {string} */ v) => ["yes", "no", "on", "off"].includes(v));
  if (twoValued) {
    const on = o.values.find((/** @type {string} */ v) => v === "yes" || v === "on");
    const off = o.values.find((/** @type {string} */ v) => v !== on);
    return html`<label class="check"><input type="checkbox" name=${o.id} checked=${value === on} onChange=${(e) => set(e.target.checked ? on : off)} /> <span>${o.name} ${o.note && html`<small>${o.note}</small>`}</span></label>`;
  }
  return html`<label class="field row-field"><span>${o.name} ${o.note && html`<small>${o.note}</small>`}</span><select name=${o.id} value=${value} onChange=${(e) => set(e.target.value)}>
    ${o.values.map((/** @type {string} */ v) => html`<option key=${v} value=${v}>${label(v)}${v === o.default ? ` (${t("create.default")})` : ""}</option>`)}</select></label>`;
}

const plain = (/** @type {string} */ v) => ({ yes: t("yes"), no: t("no"), on: t("yes"), off: t("no"), none: t("none") })[v] ?? v;
