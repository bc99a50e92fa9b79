/** Time limits: what may be chosen, and how they are called. */
import { t } from "../texts/index.js";

/** Seconds for each decision; 0 for no limit. */
export const CLOCKS = [0, 20, 30, 60, 120, 300, 900, 3600, 86400, 259200];

/** A span in words. @param {number} s seconds */
export function duration(s) {
  if (s < 60 || (s < 3600 && s % 60)) return t("clock.s", { n: s });
  if (s < 3600 || s % 3600) return t("clock.min", { n: s / 60 });
  return s < 86400 ? t("clock.h", { n: s / 3600 }) : t("clock.d", { n: s / 86400 });
}
