/** The frame of every page but the game's: bar, account, sign-in dialog. */
import { html } from "htm/preact";
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { account, enter, leave } from "../lib/account.js";
import { Dialog } from "../game/charts.js";
import { Logo } from "../game/topbar.js";
import { Rule } from "../game/parts.js";

/** Which sign-in dialog is open. @type {import("@preact/signals").Signal<"in" | "up" | "keep" | null>} */
export const signing = signal(null);

/** @param {{children: any, narrow?: boolean}} props */
export function Frame({ children, narrow }) {
  const who = account.value;
  return html`<div class="site">
    <header class="site-bar"><a class="brand" href="#/"><${Logo} /><span>${t("app")}</span></a>
      <nav>${who ? html`<span class="who">${who.name}${who.guest && html` <i>${t("account.guest")}</i>`}</span>
          ${who.guest && html`<button type="button" class="link" onClick=${() => (signing.value = "keep")}>${t("account.keep")}</button>`}
          <button type="button" class="link" onClick=${leave}>${t("account.out")}</button>`
        : who === null && html`<button type="button" class="link" onClick=${() => (signing.value = "in")}>${t("account.in")}</button>
          <button type="button" class="button" onClick=${() => (signing.value = "up")}>${t("account.up")}</button>`}</nav></header>
    <main class=${`page ${narrow ? "narrow" : ""}`}>${children}</main>
    <${Sign} />
  </div>`;
}

function Sign() {
  const way = signing.value;
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  if (!way) return null;
  const close = () => {
    signing.value = null;
    setProblem(null);
  };
  const send = async (/** @type {Event} */ e) => {
    e.preventDefault();
    try {
      await enter(name, password, way);
      setPassword("");
      close();
    } catch (error) {
      setProblem(error);
    }
  };
  const title = t(`account.${way}`);
  return html`<${Dialog} title=${title} close=${close}>
    <form class="form" onSubmit=${send}>
      <label class="field"><span>${t("account.name")}</span><input name="name" autocomplete="username" required maxlength="40" value=${name} onInput=${(e) => setName(e.target.value)} /></label>
      <label class="field"><span>${t("account.password")}</span><input name="password" type="password" autocomplete=${way === "in" ? "current-password" : "new-password"} required maxlength="200"
        value=${password} onInput=${(e) => setPassword(e.target.value)} />${way !== "in" && html`<small>${t("account.passwordNote")}</small>`}</label>
      <${Failure} problem=${problem} />
      <div class="row"><button type="submit" class="button big">${title}</button>
        ${way !== "keep" && html`<button type="button" class="link" onClick=${() => (signing.value = way === "in" ? "up" : "in")}>${t(way === "in" ? "account.haveNone" : "account.haveOne")}</button>`}</div>
    </form>
  <//>`;
}

/** A refusal in words. @param {{problem: any}} props */
export const Failure = ({ problem }) => (problem ? html`<p class="refused" role="alert">${problem.code === "offline" ? t("offline") : problem.message} <${Rule} rule=${problem.rule} /></p>` : null);
