/**
 * JSON merge patch (RFC 7396) that keeps untouched parts identical, so that what did not change is not drawn again.
 * @param {any} target @param {any} patch @returns {any}
 */
export function mergePatch(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const base = target !== null && typeof target === "object" && !Array.isArray(target) ? target : {};
  const out = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete out[key];
    else out[key] = mergePatch(base[key], value);
  }
  return out;
}
