/** Unit symbols by milsymbol, fetched when the first counter needs them; markup is cached by code, size and colour. */
import { signal } from "@preact/signals";

/** Rises when the symbols have arrived, so that counters draw themselves again. */
export const ready = signal(false);

/** @type {any} */
let library = null;
let loading = false;
/** @type {Map<string, string>} */
const cache = new Map();

/** Echelon digits of the symbol code. */
const SIZES = {
  team: "11", squad: "12", section: "13", platoon: "14", company: "15", battery: "15", troop: "15", battalion: "16", squadron: "16",
  regiment: "17", group: "17", brigade: "18", division: "21", corps: "22", army: "23",
};

async function load() {
  loading = true;
  ({ library } = await import("./symbol-library.js"));
  ready.value = true;
}

/**
 * The inside of an SVG in milsymbol's own units: the frame spans 25..175 by 50..150, the size mark stands above it.
 * @param {string} sidc @param {string | undefined} size @param {string} colour @returns {string} empty until the library has arrived
 */
export function symbolMarkup(sidc, size, colour) {
  if (!library) {
    if (!loading) load();
    return "";
  }
  const code = size && SIZES[size] ? sidc.slice(0, 8) + SIZES[size] + sidc.slice(10) : sidc;
  const key = `${code} ${colour}`;
  let found = cache.get(key);
  if (found === undefined) {
    const symbol = new library.Symbol(code, { size: 100, monoColor: colour, fill: false, strokeWidth: 6 });
    found = symbol.isValid() ? symbol.asSVG().replace(/^<svg[^>]*>|<\/svg>$/g, "") : "";
    cache.set(key, found);
  }
  return found;
}
