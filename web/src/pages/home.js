/** The front page: what this is, play at once, my games, open games. */
import { html } from "htm/preact";
import { Component } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { account, beSomebody } from "../lib/account.js";
import { call, get, newId, post } from "../lib/api.js";
import { go } from "../lib/router.js";
import { readyFirst } from "../lib/titles.js";
import { MapBanner } from "./banner.js";
import { Failure, Frame } from "./frame.js";

export function Home() {
  const [titles, setTitles] = useState(/** @type {any[]} */ ([]));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  useEffect(() => {
    get("/titles").then((r) => setTitles(readyFirst(r.titles)), setProblem);
  }, []);
  const title = titles[0];
  return html`<${Frame}>
    <section class="hero">
      ${title && html`<${MapBanner} title=${title.id} />`}
      <div class="hero-text">
        <h1>${t("tagline")}</h1>
        <p>${t("home.lead")}</p>
        <${Failure} problem=${problem} />
        ${title && html`<${PlayNow} titles=${titles} />`}
      </div>
    </section>
    <${Games} titles=${titles} />
    <section class="how"><h2>${t("home.how")}</h2><div class="how-grid">
      ${["fog", "rules", "dice", "umpire"].map((k) => html`<article key=${k}><h3>${t(`home.${k}`)}</h3><p>${t(`home.${k}Text`)}</p></article>`)}
    </div></section>
  <//>`;
}

/** One click: a guest, a game against the computer, begun. */
function PlayNow({ titles }) {
  const [title, setTitle] = useState(titles[0]);
  const [scenario, setScenario] = useState(titles[0].scenarios[0]);
  const choose = (/** @type {any} */ x) => {
    setTitle(x);
    setScenario(x.scenarios[0]);
  };
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const play = async (/** @type {string} */ seat) => {
    setBusy(true);
    try {
      await beSomebody();
      const bot = title.bots?.includes("staff") ? "staff" : title.bots?.[0] ?? "random";
      const made = await post("/games", { id: newId(), title: title.id, scenario: scenario.id, seat, bots: bot, start: true, private: true });
      go(`/games/${made.game}`);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return html`<div class="play-now">
    ${titles.length > 1 && html`<div class="tabs titles" role="group" aria-label=${t("create.game")}>${titles.map((/** @type {any} */ x) => html`<button
      key=${x.id} type="button" aria-pressed=${x === title} onClick=${() => choose(x)}>${x.name}</button>`)}</div>`}
    <h2>${t("home.play")}: ${title.name}</h2>
    ${title.scenarios.length > 1 && html`<p><select aria-label=${t("create.scenario")} value=${scenario.id} onChange=${(/** @type {any} */ e) => setScenario(title.scenarios.find((/** @type {any} */ x) => x.id === e.target.value))}>
      ${title.scenarios.map((/** @type {any} */ x) => html`<option key=${x.id} value=${x.id}>${x.name}</option>`)}</select></p>`}
    <p class="muted">${scenario.summary ?? ""} ${t("home.playNote")}</p>
    <div class="play-seats">${scenario.seats.map((/** @type {any} */ s) => html`<button key=${s.id} type="button" class="button big" disabled=${busy} data-seat=${s.id} onClick=${() => play(s.id)}>
      ${t("home.playAs", { seat: s.name })}</button>`)}</div>
    ${busy && html`<p role="status">${t("home.starting")}</p>`}
    <${Failure} problem=${problem} />
    <p><a class="button quiet" href="#/create">${t("home.create")}</a> <span class="muted">${t("home.createNote")}</span></p>
  </div>`;
}

class Games extends Component {
  constructor(/** @type {any} */ props) {
    super(props);
    this.state = { mine: null, open: null, for: undefined };
  }

  componentDidMount() {
    this.load();
    this.timer = setInterval(() => document.visibilityState !== "hidden" && this.load(), 15000);
  }

  componentWillUnmount() {
    clearInterval(this.timer);
  }

  async load() {
    const who = account.peek();
    try {
      const [mine, open] = await Promise.all([who ? get("/games?mine=true&limit=30") : { games: [] }, get("/games?joinable=true&limit=20")]);
      this.setState({ mine: mine.games, open: open.games, for: who });
    } catch {
      // The lists stay as they were until the service answers again.
    }
  }

  render() {
    const who = account.value;
    if (this.state.for !== who && who !== undefined && this.state.mine !== null) queueMicrotask(() => this.load());
    const { mine, open } = this.state;
    const mineIds = new Set((mine ?? []).map((/** @type {any} */ g) => g.game));
    const others = (open ?? []).filter((/** @type {any} */ g) => !mineIds.has(g.game));
    return html`<div class="lists">
      <section><h2>${t("home.mine")}</h2>${mine?.length ? html`<ul class="games">${mine.map((/** @type {any} */ g) => html`<${GameRow} key=${g.game} g=${g} titles=${this.props.titles} />`)}</ul>` : html`<p class="empty">${t("home.noMine")}</p>`}</section>
      <section><h2>${t("home.open")}</h2>${others.length ? html`<ul class="games">${others.map((/** @type {any} */ g) => html`<${GameRow} key=${g.game} g=${g} titles=${this.props.titles} />`)}</ul>` : html`<p class="empty">${t("home.noOpen")}</p>`}</section>
    </div>`;
  }
}

/** @param {{g: any, titles: any[]}} props */
function GameRow({ g, titles }) {
  const title = titles.find((x) => x.id === g.title);
  const scenario = title?.scenarios.find((/** @type {any} */ s) => s.id === g.scenario);
  const sit = async (/** @type {string} */ seat) => {
    await beSomebody();
    await call("PUT", `/games/${g.game}/seats/${seat}`, { take: true });
    go(`/games/${g.game}`);
  };
  const free = g.status === "open" && !g.you ? g.seats.filter((/** @type {any} */ s) => !s.player && !s.bot && !s.reserved) : [];
  return html`<li class=${`game-row ${g.you?.to_move ? "to-move" : ""}`}><a href=${`#/games/${g.game}`}>
      <b>${title?.name ?? g.title}</b> <span class="muted">${scenario?.name}</span>
      <span class="game-seats">${g.seats.map((/** @type {any} */ s) => html`<span key=${s.id}>${s.name}: ${s.player ?? (s.bot ? t("lobby.bot") : t("lobby.vacant"))}</span>`)}</span>
      <span class="game-state">${g.you?.to_move ? html`<b class="your-move">${t("home.yourMove")}</b>` : g.turn ? `${g.turn.label ?? g.turn.n}${g.phase ? `, ${g.phase.name}` : ""}` : t(`status.${g.status}`)}</span></a>
    ${free.map((/** @type {any} */ s) => html`<button key=${s.id} type="button" class="small" onClick=${() => sit(s.id)}>${t("home.seat")}: ${s.name}</button>`)}
    ${free.length === 0 && html`<a class="small" href=${`#/games/${g.game}`}>${t("home.go")}</a>`}</li>`;
}
