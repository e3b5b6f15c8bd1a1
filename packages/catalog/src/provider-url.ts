// Fills the `{name}` parts of a provider's URL. Takes the environment as an argument and reads nothing
// else.
import type { Provider } from "./provider.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A usable URL, or the variables that have to be set first. */
export type FilledUrl = { ok: true; url: string } | { ok: false; missing: readonly UrlHole[] };

/** A part of a URL without a value, and the variables that would give it one. */
export interface UrlHole {
  name: string;
  env: readonly string[];
}

const HOLE = /\{([a-z]+)\}/gi;

function firstSet(names: readonly string[], env: Env): string | undefined {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return value;
  }
  return undefined;
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && ["1", "true", "yes", "on"].includes(value.trim().toLowerCase());
}

/** Puts values from the environment, or their defaults, into `url`. */
export function fillUrl(url: string, provider: Pick<Provider, "urlVars">, env: Env): FilledUrl {
  const missing: UrlHole[] = [];
  const filled = url.replace(HOLE, (hole, name: string) => {
    const variable = provider.urlVars?.[name];
    const value = firstSet(variable?.env ?? [], env) ?? variable?.default;
    if (value === undefined) missing.push({ name, env: variable?.env ?? [] });
    return value ?? hole;
  });
  return missing.length > 0 ? { ok: false, missing } : { ok: true, url: filled };
}

/** The provider's base URL template: replaced by the environment where the provider allows it. */
export function baseUrlFor(
  provider: Pick<Provider, "baseUrl" | "baseUrlEnv" | "modes">,
  env: Env,
): string {
  const active = (provider.modes ?? []).filter((mode) => isOn(env[mode.switch]));
  const names = [...active.flatMap((mode) => mode.baseUrlEnv), ...(provider.baseUrlEnv ?? [])];
  return firstSet(names, env) ?? provider.baseUrl;
}

/** The names of the variables that may hold a key, in the order in which they are tried. */
export function keyVariables(provider: Pick<Provider, "env" | "modes">, env: Env): string[] {
  const active = (provider.modes ?? []).filter((mode) => isOn(env[mode.switch]));
  return [...active.flatMap((mode) => mode.env), ...provider.env];
}
