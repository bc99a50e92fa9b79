import { html } from "htm/preact";
import { t } from "../texts/index.js";
import { Frame } from "./frame.js";

/** @param {{error?: any}} props */
export const Missing = ({ error }) => html`<${Frame} narrow><h1>${t("missing.title")}</h1>
  <p>${!error || error.status === 404 ? t("missing.text") : error.code === "offline" ? t("offline") : error.message ?? String(error)}</p>
  <p><a class="button" href="#/">${t("home")}</a> <button type="button" class="link" onClick=${() => location.reload()}>${t("retry")}</button></p><//>`;
