import "@fontsource/barlow/latin-400.css";
import "@fontsource/barlow/latin-ext-400.css";
import "@fontsource/barlow/latin-500.css";
import "@fontsource/barlow/latin-ext-500.css";
import "@fontsource/barlow/latin-600.css";
import "@fontsource/barlow/latin-ext-600.css";
import "@fontsource/barlow/latin-700.css";
import "@fontsource/barlow/latin-ext-700.css";
import "@fontsource/barlow-condensed/latin-500.css";
import "@fontsource/barlow-condensed/latin-ext-500.css";
import "@fontsource/barlow-condensed/latin-600.css";
import "@fontsource/barlow-condensed/latin-ext-600.css";
import "@fontsource/barlow-condensed/latin-700.css";
import "@fontsource/barlow-condensed/latin-ext-700.css";
import "./styles/base.css";
import "./styles/site.css";
import "./styles/game.css";
import "./styles/map.css";
import { render } from "preact";
import { html } from "htm/preact";
import { whoAmI } from "./lib/account.js";
import { route } from "./lib/router.js";
import { GamePage } from "./game/page.js";
import { Audit } from "./pages/audit.js";
import { Create } from "./pages/create.js";
import { Home } from "./pages/home.js";
import { Invite } from "./pages/invite.js";
import { Missing } from "./pages/missing.js";

function App() {
  const [page, id, more] = route.value;
  if (!page) return html`<${Home} />`;
  if (page === "create") return html`<${Create} />`;
  if (page === "invite" && id) return html`<${Invite} code=${id} key=${id} />`;
  if (page === "games" && id) return more === "audit" ? html`<${Audit} id=${id} key=${id} />` : html`<${GamePage} id=${id} key=${id} />`;
  return html`<${Missing} />`;
}

whoAmI().catch(() => {});
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
