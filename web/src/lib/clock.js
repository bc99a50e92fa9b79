/** Time limits: what may be chosen, and how they are called. */
import { t } from "../texts/index.js";

/** Seconds for each decision; 0 for no limit. */
export const CLOCKS = [0, 7, 10, 20, 30, 60, 120, 300, 900, 3600, 86400, 259200];

/** The limits that a game has: for each decision, and for a secret stage as a whole. @param {any} shown a view or a summary @returns {[number, number]} */
export const limits = (shown) => [shown.clock ?? 0, shown.stage_clock ?? shown.clock ?? 0];

/** A span in words. @param {number} s seconds */
export function duration(s) {
  if (s < 60 || (s < 3600 && s % 60)) return t("clock.s", { n: s });
  if (s < 3600 || s % 3600) return t("clock.min", { n: s / 60 });
  return s < 86400 ? t("clock.h", { n: s / 3600 }) : t("clock.d", { n: s / 86400 });
}

/** One limit. @param {number} s */
export const span = (s) => (s ? duration(s) : t("clock.stopped"));

/** The limit of a secret stage as a whole. @param {number} s */
export const inStage = (s) => (s ? t("clock.inStage", { time: duration(s) }) : t("clock.stageStopped"));

/** The limits in words; "" where there are none. @param {any} shown a view or a summary */
export function limitText(shown) {
  const [each, stage] = limits(shown);
  if (each === stage) return each ? span(each) : "";
  return `${span(each)} · ${inStage(stage)}`;
}
