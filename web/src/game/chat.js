/** Talk: one channel at a time, where the view says that one may write now. */
import { html } from "htm/preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { sideName } from "./parts.js";

/** @param {{session: import("./session.js").Session}} props */
export function Chat({ session }) {
  const channels = session.view.value?.channels ?? [];
  const [at, setAt] = useState("");
  const [text, setText] = useState("");
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const said = session.events.value.filter((e) => e.kind === "chat");
  const channel = channels.find((/** @type {any} */ c) => c.id === at) ?? channels[0];
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [said.length]);
  const seats = session.summary.value?.seats ?? [];
  const viewer = session.view.value.viewer;
  const mine = seats.find((/** @type {any} */ s) => s.id === viewer);
  const own = (/** @type {string} */ from) => from === viewer || from === mine?.side;
  const speaker = (/** @type {string} */ from) => (from === "umpire" ? t("chat.umpire") : seats.find((/** @type {any} */ s) => s.id === from)?.name ?? sideName(session.about.value, from));
  const send = async (/** @type {Event} */ e) => {
    e.preventDefault();
    if (!text.trim() || !channel) return;
    try {
      await session.chat(channel.id, text.trim());
      setText("");
    } catch (error) {
      session.say(error);
    }
  };
  return html`<div class="chat">
    <div class="chat-list" ref=${list} role="log" aria-label=${t("tab.chat")} tabindex="0"><ol>
      ${said.length === 0 && html`<li class="empty">${t("chat.empty")}</li>`}
      ${said.map((e, i) => html`<li key=${`${e.version}.${i}`} class=${own(e.data?.from) ? "own" : ""}>
        <b>${speaker(e.data?.from)}</b>${e.data?.channel !== "all" && html` <span class="muted">${t("chat.private")}</span>`}<p>${e.text}</p></li>`)}
    </ol></div>
    ${channel && html`<form class="chat-form" onSubmit=${send}>
      ${channels.length > 1 && html`<div class="tabs">${channels.map((/** @type {any} */ c) => html`<button key=${c.id} type="button" class="chip" aria-pressed=${c === channel} onClick=${() => setAt(c.id)}>${c.to}</button>`)}</div>`}
      <div class="chat-row"><input value=${text} maxlength=${Math.min(channel.characters ?? 500, 500)} aria-label=${t("chat.write", { to: channel.to })} placeholder=${t("chat.write", { to: channel.to })} onInput=${(e) => setText(e.target.value)} />
        <button type="submit" class="button" disabled=${!text.trim()}>${t("chat.send")}</button></div>
      ${channel.characters !== undefined && html`<p class="muted">${t("chat.left", { n: channel.characters })}</p>`}
    </form>`}
  </div>`;
}
