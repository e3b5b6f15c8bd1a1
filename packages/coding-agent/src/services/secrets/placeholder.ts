// The words that stand for secrets: nobody without this machine's key can make one up, and the same text has the same
// word for as long as its session lives. Pure.

/** What a placeholder looks like. */
export const PLACEHOLDER = /#[A-Z2-7]{14}#/g;

const BODY = 10;
const CHECK = 4;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const FILL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Makes and recognises the placeholders of one session. */
export class Placeholders {
  readonly #key: Uint8Array;
  readonly #session: string;

  constructor(key: Uint8Array, session: string) {
    this.#key = key;
    this.#session = session;
  }

  /** The placeholder of a text. */
  of(text: string): string {
    const body = letters(this.#digest("text", text), BODY, ALPHABET);
    return `#${body}${this.#check(body)}#`;
  }

  /** Whether a word was made by `of` in this session, whatever it stood for. */
  isOurs(word: string): boolean {
    const body = word.slice(1, 1 + BODY);
    return word === `#${body}${this.#check(body)}#`;
  }

  /** A text of the same length that says nothing. */
  stuffing(text: string): string {
    let stuffed = "";
    for (let part = 0; stuffed.length < text.length; part++)
      stuffed += letters(this.#digest(`fill ${part}`, text), 32, FILL);
    return stuffed.slice(0, text.length);
  }

  #check(body: string): string {
    return letters(this.#digest("check", body), CHECK, ALPHABET);
  }

  #digest(use: string, text: string): Buffer {
    const hasher = new Bun.CryptoHasher("sha256", this.#key);
    return hasher.update(`${use}\0${this.#session}\0${text}`).digest();
  }
}

function letters(bytes: Buffer, count: number, alphabet: string): string {
  return Array.from(bytes.subarray(0, count), (byte) => alphabet[byte % alphabet.length]).join("");
}
