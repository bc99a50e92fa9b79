import en from "./en.js";

/**
 * A text of the catalogue with its values filled in. An unknown key is shown as it is, so that it is noticed.
 * @param {string} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  let text = /** @type {Record<string, string>} */ (en)[key] ?? key;
  if (text.includes("|")) text = text.split("|")[values.n === 1 ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Whether the catalogue has a text. @param {string} key */
export const has = (key) => key in en;
