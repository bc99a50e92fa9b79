/** Routes live in the fragment, so that the service's logs never see an invitation's code. */
import { signal } from "@preact/signals";

const read = () => (location.hash.replace(/^#\/?/, "") || "").split("?")[0].split("/").map(decodeURIComponent).filter(Boolean);

/** The parts of the current route, such as ["games", ID]. */
export const route = signal(read());

addEventListener("hashchange", () => {
  route.value = read();
  scrollTo(0, 0);
});

/** @param {string} path */
export const go = (path) => {
  location.hash = path;
};
