// Hides secrets in text and brings them back. What is known as secret is looked up once, at the first text; the same
// text has the same placeholder for the session's life, and no secret is ever written anywhere.
import { knownKeys } from "./known-keys.ts";
import { PLACEHOLDER, type Placeholders } from "./placeholder.ts";
import type { SecretEntry } from "./secret-entry.ts";
import { formsOf, isRandom, SHORTEST } from "./secret-forms.ts";

/** What a vault is made from; each is asked for when it is first needed. */
export interface VaultSources {
  readonly secrets: () => readonly SecretEntry[];
  /** Of this session. */
  readonly placeholders: () => Placeholders;
  /** Of the sessions it was forked from. */
  readonly ancestors?: () => readonly Placeholders[];
}

/** A placeholder of this session whose secret is not known any more. */
export class UnknownPlaceholderError extends Error {
  constructor(word: string) {
    super(
      `${word} stands for a secret that is not known any more. Read the place where it came from again.`,
    );
    this.name = "UnknownPlaceholderError";
  }
}

interface Known {
  /** Every way to write each plain secret, longest first. */
  readonly forms: readonly { readonly text: string; readonly entry: SecretEntry }[];
  readonly expressions: readonly { readonly match: RegExp; readonly entry: SecretEntry }[];
  /** Letters and digits of long secrets, for texts that set them apart. */
  readonly cores: readonly string[];
  readonly pieces: ReadonlySet<string>;
}

/** Setting apart is looked for in texts up to this length. */
const MAX_APART_CHARS = 1 << 20;
const MIN_CORE = 16;
const TOKEN = /[\w+/=.-]{8,}/g;

export class SecretVault {
  readonly #sources: VaultSources;
  readonly #originals = new Map<string, string>();
  #known: Known | undefined;

  constructor(sources: VaultSources) {
    this.#sources = sources;
  }

  /** Where to cut a text that goes on, so that no secret is cut in two: what follows may be the beginning of one. */
  safeCut(text: string): number {
    const { forms } = this.#all();
    const cut = text.length - openEnd(text, forms);
    for (const { text: form } of forms) {
      const whole = text.lastIndexOf(form);
      if (whole !== -1 && whole < cut && whole + form.length > cut) return whole + form.length;
    }
    return cut;
  }

  /** The text without secrets. */
  hide(text: string): string {
    if (text === "") return text;
    const known = this.#all();
    let hidden = text;
    for (const { text: form, entry } of known.forms)
      if (hidden.includes(form)) hidden = hidden.replaceAll(form, () => this.#stand(form, entry));
    hidden = this.#outside(hidden, (part) => {
      let changed = part;
      for (const { match, entry } of known.expressions)
        changed = changed.replace(match, (found) => this.#stand(found, entry));
      return changed;
    });
    return this.#hidePieces(this.#hideApart(hidden, known), known);
  }

  /** The text with its secrets. Throws UnknownPlaceholderError. */
  restore(text: string): string {
    if (!text.includes("#")) return text;
    return text.replace(PLACEHOLDER, (word) => this.#original(word));
  }

  #original(word: string): string {
    const seen = this.#originals.get(word);
    if (seen !== undefined) return seen;
    const makers = [this.#sources.placeholders(), ...(this.#sources.ancestors?.() ?? [])];
    const maker = makers.find((each) => each.isOurs(word));
    if (maker === undefined) return word;
    const found = this.#all().forms.find(
      ({ text, entry }) => entry.replacement === undefined && maker.of(text) === word,
    );
    if (found === undefined) throw new UnknownPlaceholderError(word);
    this.#originals.set(word, found.text);
    return found.text;
  }

  /** What stands in the place of a secret. */
  #stand(text: string, { replacement }: SecretEntry): string {
    if (text === "") return text;
    const placeholders = this.#sources.placeholders();
    if (replacement === true) return placeholders.stuffing(text);
    if (replacement !== undefined) return replacement;
    const word = placeholders.of(text);
    this.#originals.set(word, text);
    return word;
  }

  /** Changes what lies between placeholders; an expression must not find one. */
  #outside(text: string, change: (part: string) => string): string {
    if (!text.includes("#")) return change(text);
    let [changed, at] = ["", 0];
    for (const { 0: word, index } of text.matchAll(PLACEHOLDER)) {
      if (!this.#originals.has(word) && !this.#sources.placeholders().isOurs(word)) continue;
      changed += change(text.slice(at, index)) + word;
      at = index + word.length;
    }
    return changed + change(text.slice(at));
  }

  /** Secrets whose characters are set apart: over several lines, in quotes, with spaces. */
  #hideApart(text: string, { cores }: Known): string {
    if (cores.length === 0 || text.length > MAX_APART_CHARS) return text;
    const squeezed = text.replaceAll(/[^A-Za-z0-9]/g, "");
    let hidden = text;
    for (const core of cores) {
      if (!squeezed.includes(core)) continue;
      const apart = new RegExp(Array.from(core).join("[^A-Za-z0-9]{0,8}"), "g");
      hidden = hidden.replace(apart, (found) => this.#stand(found, PIECE));
    }
    return hidden;
  }

  /** Parts of long random secrets, as cutting leaves them. */
  #hidePieces(text: string, { pieces }: Known): string {
    if (pieces.size === 0) return text;
    return this.#outside(text, (part) =>
      part.replace(TOKEN, (token) => {
        const [from, to] = pieceIn(token, pieces);
        if (from === to) return token;
        return (
          token.slice(0, from) +
          this.#stand(token.slice(from, to), PIECE) +
          this.#hidePieces(token.slice(to), { pieces } as Known)
        );
      }),
    );
  }

  #all(): Known {
    return (this.#known ??= know(this.#sources.secrets()));
  }
}

const PIECE: SecretEntry = { match: "" };

function know(entries: readonly SecretEntry[]): Known {
  const plain = entries.flatMap((entry) =>
    typeof entry.match === "string" ? [{ secret: entry.match, entry }] : [],
  );
  const named = entries.flatMap((entry) =>
    typeof entry.match === "string" ? [] : [{ match: entry.match, entry }],
  );
  const random = plain.filter(({ secret }) => isRandom(secret)).map(({ secret }) => secret);
  return {
    forms: plain
      .flatMap(({ secret, entry }) => formsOf(secret).map((text) => ({ text, entry })))
      .toSorted((a, b) => b.text.length - a.text.length),
    expressions: [...named, { match: knownKeys(), entry: PIECE }],
    cores: random
      .flatMap(formsOf)
      .map((secret) => secret.replaceAll(/[^A-Za-z0-9]/g, ""))
      .filter(({ length }) => length >= MIN_CORE),
    pieces: new Set(
      random.flatMap((secret) =>
        Array.from({ length: secret.length - SHORTEST + 1 }, (_, at) =>
          secret.slice(at, at + SHORTEST),
        ),
      ),
    ),
  };
}

/** The first stretch of a token that is made of pieces. */
function pieceIn(token: string, pieces: ReadonlySet<string>): [from: number, to: number] {
  const isPiece = (at: number): boolean => pieces.has(token.slice(at, at + SHORTEST));
  for (let from = 0; from + SHORTEST <= token.length; from++) {
    if (!isPiece(from)) continue;
    let last = from;
    while (isPiece(last + 1)) last++;
    return [from, last + SHORTEST];
  }
  return [0, 0];
}

/** Length of the end of a text that is the beginning of a form. */
function openEnd(text: string, forms: Known["forms"]): number {
  let open = 0;
  for (const { text: form } of forms) {
    const most = Math.min(form.length - 1, text.length);
    for (let length = most; length > open; length--) {
      const isBeginning = text[text.length - length] === form[0];
      if (isBeginning && text.endsWith(form.slice(0, length))) open = length;
    }
  }
  return open;
}
