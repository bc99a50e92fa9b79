/** Who is signed in. */
import { signal } from "@preact/signals";
import { Problem, call, get, post } from "./api.js";

/** @type {import("@preact/signals").Signal<{name: string, guest?: boolean} | null | undefined>} undefined: not asked yet */
export const account = signal(undefined);

export async function whoAmI() {
  try {
    account.value = await get("/accounts/me");
  } catch (error) {
    if (error instanceof Problem && error.status === 401) account.value = null;
    else throw error;
  }
}

/** @param {string} name @param {string} password @param {"in" | "up" | "keep"} way */
export async function enter(name, password, way) {
  const body = { name, password };
  account.value = way === "in" ? await post("/sessions", body) : way === "up" ? await post("/accounts", body) : await call("PUT", "/accounts/me", body);
}

/** A guest account, unless somebody is signed in already. */
export async function beSomebody() {
  if (account.value === undefined) await whoAmI();
  if (!account.value) account.value = await post("/accounts", { guest: true });
}

export async function leave() {
  await call("DELETE", "/sessions");
  account.value = null;
}
