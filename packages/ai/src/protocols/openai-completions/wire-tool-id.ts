// Ids of tool calls as this format's deployments accept them. Pure: equal ids give equal ids.

const MAX_LENGTH = 40;
const MISTRAL_LENGTH = 9;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** At most 40 letters, digits, dashes and underscores; of ids with two parts only the first counts. */
export function openAIToolId(id: string, attempt: number): string {
  const suffix = attempt === 0 ? "" : `_${attempt}`;
  const [own = ""] = id.split("|");
  const clean = /^[\w-]+$/.test(own) ? own : own.replaceAll(/[^\w-]/g, "_") || "call";
  return clean.slice(0, MAX_LENGTH - suffix.length) + suffix;
}

/** Exactly nine letters and digits. */
export function mistralToolId(id: string, attempt: number): string {
  if (attempt === 0 && /^[A-Za-z0-9]{9}$/.test(id)) return id;
  let rest = Bun.hash(`${id}#${attempt}`);
  let out = "";
  while (out.length < MISTRAL_LENGTH) {
    out += ALPHABET.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return out;
}
