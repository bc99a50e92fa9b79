/**
 * The style sheet of maps: how each kind of terrain, feature, hexside and link is painted, for all titles.
 * `tint` and `letter` serve the flat "terrain by hex" layer and the key. Unknown kinds get a colour of their own.
 */

/** @typedef {{fill: string, tint: string, letter?: string, detail?: string, height?: number, blend?: number, place?: string}} TerrainStyle `blend`: how far it runs out into its neighbours; `place`: the feature that a named hex of it has */

/** @type {Record<string, TerrainStyle>} */
export const TERRAIN = {
  clear: { fill: "#dcdcb2", tint: "#e4e3bd", letter: "", detail: "fields" },
  hilltop: { fill: "#cbc28e", tint: "#b08b52", letter: "H", detail: "hills", height: 1 },
  hill: { fill: "#cbc28e", tint: "#b08b52", letter: "H", detail: "hills", height: 1 },
  mountain: { fill: "#b9a77c", tint: "#86653c", letter: "M", detail: "hills", height: 1.8 },
  suburban: { fill: "#dbd0b2", tint: "#d9b98c", letter: "S", detail: "houses" },
  urban: { fill: "#d9cab0", tint: "#b4715a", letter: "U", detail: "blocks" },
  city: { fill: "#d9cab0", tint: "#b4715a", letter: "C", detail: "blocks" },
  square: { fill: "#e0d3b8", tint: "#f2ead2", letter: "Q", detail: "plaza" },
  savanna: { fill: "#e2d59b", tint: "#e2c96f", letter: "V", detail: "savanna" },
  marsh: { fill: "#bccfa6", tint: "#86b3a0", letter: "W", detail: "marsh", blend: 13 },
  swamp: { fill: "#c7d3ae", tint: "#86b3a0", letter: "W", detail: "marsh" },
  village: { fill: "#dcd6ae", tint: "#cf9f6b", letter: "v", detail: "hamlet", place: "village" },
  town: { fill: "#dccfb0", tint: "#c07c58", letter: "T", detail: "houses", place: "town" },
  woods: { fill: "#bccb94", tint: "#7fa05c", letter: "F", detail: "trees" },
  forest: { fill: "#bccb94", tint: "#7fa05c", letter: "F", detail: "trees" },
  jungle: { fill: "#a3bd80", tint: "#4f7f45", letter: "J", detail: "trees" },
  rough: { fill: "#d5c79b", tint: "#b79f6b", letter: "R", detail: "rough" },
  desert: { fill: "#ecdfb6", tint: "#ecd28a", letter: "D" },
  lake: { fill: "#86b5d0", tint: "#6ea6c8", letter: "~" },
  sea: { fill: "#86b5d0", tint: "#6ea6c8", letter: "~" },
};

/** @param {string} kind @returns {TerrainStyle} */
export function terrain(kind) {
  if (TERRAIN[kind]) return TERRAIN[kind];
  let h = 7;
  for (const ch of kind) h = (h * 31 + ch.charCodeAt(0)) % 360;
  return { fill: `hsl(${h} 28% 76%)`, tint: `hsl(${h} 45% 62%)`, letter: kind.slice(0, 1).toUpperCase() };
}

/** Water along hexsides: width of the ribbon and its colours. */
export const WATER = {
  major_river: { width: 25, bank: "#3f6f8c", water: "#7db2d1", light: "#a9d0e4", ripple: true },
  minor_river: { width: 10, bank: "#4a7d99", water: "#82b6d2", light: "#a9d0e4", ripple: false },
  river: { width: 14, bank: "#4a7d99", water: "#7fb4d2", light: "#a9d0e4", ripple: false },
  stream: { width: 4.5, bank: "#5d90ab", water: "#8cbfd9", light: "", ripple: false },
  lake: { width: 16, bank: "#4a7d99", water: "#82b6d2", light: "#a9d0e4", ripple: false },
};

/** Other hexsides: drawn as a line with teeth. */
export const BARRIERS = {
  cliff: { colour: "#5a3d22", width: 3, teeth: true },
  wall: { colour: "#54504a", width: 4, teeth: false },
  border: { colour: "#a2453a", width: 2.4, teeth: false, dash: [7, 4, 2, 4] },
};

/** Lines from hex to hex. */
export const LINKS = {
  road: { casing: "#82563a", fill: "#fbf1d6", width: 5.4, edge: 1.3 },
  highway: { casing: "#7a3b2a", fill: "#f7d890", width: 7, edge: 1.5 },
  street: { casing: "#9a7a5c", fill: "#f4ead2", width: 4, edge: 0.9 },
  trail: { casing: "", fill: "#8a5f38", width: 2, edge: 0, dash: [7, 4.5] },
  lost_trail: { casing: "", fill: "rgba(120,100,70,.55)", width: 1.6, edge: 0, dash: [2, 9] },
  rail: { casing: "#4a4540", fill: "#efe9da", width: 3, edge: 1, dash: [5, 5] },
  railway: { casing: "#4a4540", fill: "#efe9da", width: 3, edge: 1, dash: [5, 5] },
};

/**
 * Named places: `rank` orders labels, `ring` marks the hex along its inside (it stays visible under a stack), `from` is the
 * zoom at which the name appears, `icon` names a drawing of icons.js, shown up to the zoom `until` where there is one.
 */
export const FEATURES = {
  objective: { icon: "star", ring: "#b3261e", rank: 3, from: 0.62, colour: "#8f1d17" },
  radio: { icon: "mast", ring: "#b3261e", rank: 1, from: 0.4, colour: "#8f1d17" },
  embassy: { icon: "flag", ring: "#274e8a", rank: 2, from: 0.62, colour: "#1f3f72" },
  statue: { icon: "statue", ring: "#7a5a10", rank: 3, from: 0.62, colour: "#5e450b" },
  tokol: { icon: "plane", ring: "#7a5a10", rank: 2, from: 0.45, colour: "#5e450b" },
  stadium: { icon: "stadium", ring: "", rank: 5, from: 0.8, colour: "#3d4a2c" },
  airfield: { icon: "runway", ring: "", rank: 3, from: 0.5, colour: "#33383f" },
  square: { icon: "", ring: "", rank: 6, from: 0.95, colour: "#54452e" },
  town: { icon: "dot", ring: "#8a4b1c", rank: 1, from: 0.2, until: 0.5, colour: "#4a2a10" },
  village: { icon: "dot", ring: "#8a4b1c", rank: 3, from: 0.42, until: 0.6, colour: "#4a2a10" },
  base: { icon: "flag", ring: "#7a5a10", rank: 3, from: 0.5, colour: "#5e450b" },
};
const PLAIN = { icon: "dot", ring: "", rank: 6, from: 0.8, colour: "#443a2a" };

/** The drawn feature of a hex: of several, the one of the lowest rank. @param {string[]} [flags] @param {string} [place] what its terrain makes of a named hex */
export function feature(flags, place = "") {
  const found = (flags ?? []).map((f) => ({ kind: f, ...(FEATURES[f] ?? PLAIN) })).sort((a, b) => a.rank - b.rank)[0];
  const settled = FEATURES[place] && { kind: place, ...FEATURES[place] };
  if (!found || !settled) return found ?? settled ?? null;
  return { ...found, ring: found.ring || settled.ring, rank: Math.min(found.rank, settled.rank), from: Math.min(found.from, settled.from) };
}
