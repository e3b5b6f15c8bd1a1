// The ways in which one secret can be written: as it is, backwards, in base64, in hexadecimal, escaped for an address or
// for JSON. Pure.

/** Shortest text that counts: shorter ones are words. */
export const SHORTEST = 8;

/** All ways to write a secret, the text itself first. */
export function formsOf(secret: string): string[] {
  const hex = Buffer.from(secret).toString("hex");
  const forms = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    Array.from(secret).reverse().join(""),
    ...base64Forms(secret),
    hex,
    hex.toUpperCase(),
  ];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST);
}

/** What base64 shows of a text, for each way its bytes can fall into groups; shared characters are left out. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + bytes.length) * 8) / 6);
    const core = encoded.slice(start, end);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** Long and mixed enough that even a piece of it is no word of any language. */
export function isRandom(secret: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(secret)).length;
  const digits = secret.replaceAll(/\D/g, "").length;
  return secret.length >= 20 && kinds >= 2 && digits >= 2;
}
