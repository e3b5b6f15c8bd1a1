// Secrets that exist for one test only, and the search for any trace of them in what a program left
// behind: plain, encoded, or cut in pieces.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How a secret was found. `split` means pieces of at least 8 characters, or characters set apart. */
export type CanaryForm = "plain" | "base64" | "hex" | "reversed" | "split";

/** One trace of a secret. */
export interface CanaryHit {
  readonly form: CanaryForm;
  /** The file, when a tree was searched. */
  readonly path?: string;
}

/** A secret that nobody else has. */
export interface Canary {
  /** A prefix and 32 random letters and digits. */
  readonly value: string;
  /** Traces in these bytes, one for each form. */
  find(haystack: string | Uint8Array): CanaryHit[];
  /** Traces in the files below a directory, and in their names; links are not followed. */
  findInTree(directory: string): CanaryHit[];
}

const randomLength = 32;
const pieceLength = 8;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A fresh secret; `prefix` makes it look like a key of some vendor. */
export function createCanary(prefix = "sk-canary-"): Canary {
  const random = randomLetters();
  const find = (haystack: string | Uint8Array): CanaryHit[] => search(haystack, random);
  return {
    value: prefix + random,
    find,
    findInTree: (directory) => [...searchTree(directory, find)],
  };
}

/** Letters and digits, some of either, as keys of vendors have them. */
function randomLetters(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(randomLength));
  const random = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
  return /\d.*\d/.test(random) && /[a-z]/.test(random) ? random : randomLetters();
}

function search(haystack: string | Uint8Array, secret: string): CanaryHit[] {
  const text = Buffer.from(haystack).toString("latin1");
  // Escapes such as \x73, \u0073, 0x73 and %73 become bare digits before separators are dropped.
  const bare = text.replaceAll(/\\x|\\u00|0x/g, "").replaceAll(/[^A-Za-z0-9]/g, "");
  const reversed = Array.from(secret).reverse().join("");
  const hasAny = (where: string, needles: readonly string[]): boolean =>
    needles.some((needle) => where.includes(needle));
  const isPlain = text.includes(secret);
  const found: Record<CanaryForm, boolean> = {
    plain: isPlain,
    base64: hasAny(text.replaceAll(/\s/g, ""), base64Forms(secret)),
    hex: bare.toLowerCase().includes(Buffer.from(secret).toString("hex")),
    reversed: text.includes(reversed),
    split: !isPlain && (bare.includes(secret) || hasAny(text, pieces(secret))),
  };
  const forms = Object.keys(found) as CanaryForm[];
  return forms.filter((form) => found[form]).map((form) => ({ form }));
}

/**
 * What a text in base64 shows of a secret inside it, for each of the three ways in which its bytes can
 * fall into groups, in both alphabets. Characters that also hold bits of a neighbour are left out.
 */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.from("\0".repeat(shift) + secret).toString("base64");
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + secret.length) * 8) / 6);
    const core = encoded.slice(start, end);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function pieces(secret: string): string[] {
  return Array.from({ length: secret.length - pieceLength + 1 }, (_, i) =>
    secret.slice(i, i + pieceLength),
  );
}

function* searchTree(
  directory: string,
  find: (haystack: string | Uint8Array) => CanaryHit[],
): Generator<CanaryHit> {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const kind = lstatSync(path);
    for (const { form } of find(name)) yield { form, path };
    if (kind.isDirectory()) yield* searchTree(path, find);
    else if (kind.isFile()) for (const { form } of find(readFileSync(path))) yield { form, path };
  }
}
