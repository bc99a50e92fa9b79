/** Calls to the service. Errors become `Problem`s with the service's code, words and rule number. */

export class Problem extends Error {
  /** @param {number} status @param {{code?: string, detail?: string, rule?: string}} body */
  constructor(status, body) {
    super(body.detail ?? body.code ?? String(status));
    this.status = status;
    this.code = body.code ?? "error";
    this.rule = body.rule ?? "";
  }
}

const pause = (/** @type {number} */ ms) => new Promise((r) => setTimeout(r, ms));
const TRIES = 4;

/** A new id for a request that must not be carried out twice. */
export const newId = () => crypto.randomUUID?.() ?? "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (c) =>
  (Number(c) ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (Number(c) / 4)))).toString(16));

/**
 * One call. Reads, and writes that carry an id, are tried again when the network or the service fails for a moment.
 * @param {string} method @param {string} path under /api @param {any} [body] @returns {Promise<any>} the JSON answer
 */
export async function call(method, path, body) {
  const safe = method === "GET" || body?.id || /\/menu$/.test(path);
  for (let n = 1; ; n++) {
    let answer;
    try {
      answer = await fetch(`/api${path}`, {
        method,
        credentials: "same-origin",
        headers: body === undefined ? {} : { "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (error) {
      if (!safe || n >= TRIES) throw new Problem(0, { code: "offline", detail: String(error) });
      await pause(300 * 2 ** n);
      continue;
    }
    if (answer.ok) return answer.status === 204 ? null : answer.json();
    if ((answer.status === 429 || (answer.status >= 502 && safe)) && n < TRIES) {
      await pause(1000 * Number(answer.headers.get("Retry-After") ?? 1));
      continue;
    }
    throw new Problem(answer.status, await answer.json().catch(() => ({})));
  }
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => call("POST", path, body);
