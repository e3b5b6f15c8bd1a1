// Parses JSON as it arrives, in time linear in its length, and always has a best value for what came
// so far. Lenient where models are sloppy (bad escapes, raw control characters); never throws.

type Container = Record<string, unknown> | unknown[];

/** What the next significant character may be. */
type Expect =
  "value" | "value-or-close" | "key-or-close" | "key" | "colon" | "comma-or-close" | "end";

const LITERALS: Readonly<Record<string, [text: string, value: unknown]>> = {
  t: ["true", true],
  f: ["false", false],
  n: ["null", null],
};
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const NUMBER_CHARACTER = /[-+.0-9eE]/;
const STRING_STOP = /["\\]/g;

/** Feed chunks with `push`; read the value so far at any time. */
export class IncrementalJson {
  #root: unknown = undefined;
  #stack: Container[] = [];
  /** Property name for each open object, the last one being current. */
  #keys: string[] = [];
  #expect: Expect = "value";
  /** The unfinished string, number or literal, if one is open. */
  #token: "string" | "key" | "number" | "literal" | undefined;
  #text = "";
  /** An escape sequence cut by a chunk boundary, starting with its backslash. */
  #escape = "";
  #broken = false;

  /** The value so far; `{}` before anything was understood. */
  get value(): unknown {
    return this.#root === undefined ? {} : this.#root;
  }

  /** True once one whole value was read. */
  get isComplete(): boolean {
    return this.#expect === "end" && this.#token === undefined && !this.#broken;
  }

  /** True once the input can no longer become valid JSON; later chunks are ignored. */
  get isBroken(): boolean {
    return this.#broken;
  }

  push(chunk: string): void {
    let at = 0;
    while (at < chunk.length && !this.#broken) {
      if (this.#token === "string" || this.#token === "key") at = this.#readString(chunk, at);
      else if (this.#token === "number") at = this.#readNumber(chunk, at);
      else if (this.#token === "literal") at = this.#readLiteral(chunk, at);
      else at = this.#readStructure(chunk, at);
    }
    this.#showOpenToken();
  }

  #readStructure(chunk: string, at: number): number {
    const character = chunk.charAt(at);
    if (character === " " || character === "\n" || character === "\r" || character === "\t") {
      return at + 1;
    }
    switch (this.#expect) {
      case "value":
      case "value-or-close":
        if (character === "]" && this.#expect === "value-or-close") return this.#close(at);
        return this.#openValue(character, at);
      case "key":
      case "key-or-close":
        if (character === "}" && this.#expect === "key-or-close") return this.#close(at);
        if (character !== '"') return this.#fail(at);
        this.#openToken("key");
        return at + 1;
      case "colon":
        if (character !== ":") return this.#fail(at);
        this.#expect = "value";
        return at + 1;
      case "comma-or-close":
        return this.#continueContainer(character, at);
      default:
        return this.#fail(at);
    }
  }

  #openValue(character: string, at: number): number {
    if (character === "{" || character === "[") {
      const container: Container = character === "{" ? {} : [];
      this.#place(container);
      this.#stack.push(container);
      this.#keys.push("");
      this.#expect = character === "{" ? "key-or-close" : "value-or-close";
      return at + 1;
    }
    if (character === '"') {
      this.#openToken("string");
      return at + 1;
    }
    if (character in LITERALS) {
      this.#openToken("literal");
      return at;
    }
    if (!/[-0-9]/.test(character)) return this.#fail(at);
    this.#openToken("number");
    return at;
  }

  #continueContainer(character: string, at: number): number {
    const isArray = Array.isArray(this.#stack.at(-1));
    if (character === ",") {
      if (isArray) this.#nextSlot();
      this.#expect = isArray ? "value" : "key";
      return at + 1;
    }
    return character === (isArray ? "]" : "}") ? this.#close(at) : this.#fail(at);
  }

  #readString(chunk: string, at: number): number {
    if (this.#escape !== "") return this.#readEscape(chunk, at);
    STRING_STOP.lastIndex = at;
    const stop = STRING_STOP.exec(chunk);
    if (stop === null) {
      this.#text += chunk.slice(at);
      return chunk.length;
    }
    this.#text += chunk.slice(at, stop.index);
    if (stop[0] === "\\") {
      this.#escape = "\\";
      return stop.index + 1;
    }
    if (this.#token === "key") {
      this.#keys[this.#keys.length - 1] = this.#text;
      this.#token = undefined;
      this.#expect = "colon";
    } else {
      this.#closeToken(this.#text);
    }
    return stop.index + 1;
  }

  #readEscape(chunk: string, at: number): number {
    this.#escape += chunk.charAt(at);
    const kind = this.#escape.charAt(1);
    if (kind !== "u") {
      this.#text += ESCAPES[kind] ?? this.#escape;
      this.#escape = "";
    } else if (!/^\\u[0-9a-fA-F]{0,4}$/.test(this.#escape)) {
      // Not a code point after all: keep what was written, and read this character again as text.
      this.#text += this.#escape.slice(0, -1);
      this.#escape = "";
      return at;
    } else if (this.#escape.length === 6) {
      this.#text += String.fromCharCode(Number.parseInt(this.#escape.slice(2), 16));
      this.#escape = "";
    }
    return at + 1;
  }

  #readNumber(chunk: string, at: number): number {
    let end = at;
    while (end < chunk.length && NUMBER_CHARACTER.test(chunk.charAt(end))) end++;
    this.#text += chunk.slice(at, end);
    if (end < chunk.length) {
      const value = Number(this.#text);
      if (Number.isNaN(value)) return this.#fail(end);
      this.#closeToken(value);
    }
    return end;
  }

  #readLiteral(chunk: string, at: number): number {
    const wanted = LITERALS[this.#text.charAt(0) || chunk.charAt(at)];
    if (wanted === undefined || chunk.charAt(at) !== wanted[0].charAt(this.#text.length)) {
      return this.#fail(at);
    }
    this.#text += chunk.charAt(at);
    if (this.#text.length === wanted[0].length) this.#closeToken(wanted[1]);
    return at + 1;
  }

  /** Makes an unfinished string, number or literal visible in `value`. */
  #showOpenToken(): void {
    if (this.#token === "string") {
      this.#place(this.#text);
    } else if (this.#token === "number") {
      const prefix = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/.exec(this.#text);
      if (prefix !== null) this.#place(Number(prefix[0]));
    } else if (this.#token === "literal") {
      this.#place(LITERALS[this.#text.charAt(0)]?.[1]);
    }
  }

  #openToken(token: "string" | "key" | "number" | "literal"): void {
    this.#token = token;
    this.#text = "";
  }

  #closeToken(value: unknown): void {
    this.#place(value);
    this.#token = undefined;
    this.#expect = this.#stack.length === 0 ? "end" : "comma-or-close";
  }

  #close(at: number): number {
    this.#stack.pop();
    this.#keys.pop();
    this.#expect = this.#stack.length === 0 ? "end" : "comma-or-close";
    return at + 1;
  }

  #place(value: unknown): void {
    const container = this.#stack.at(-1);
    const key = this.#keys.at(-1) ?? "";
    if (container === undefined) this.#root = value;
    else if (Array.isArray(container)) container[Number(key)] = value;
    else if (key === "__proto__") {
      Object.defineProperty(container, key, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    } else container[key] = value;
  }

  #nextSlot(): void {
    this.#keys[this.#keys.length - 1] = String(Number(this.#keys.at(-1) ?? 0) + 1);
  }

  #fail(at: number): number {
    this.#broken = true;
    return at;
  }
}

/** Parses a whole document: strictly if it is valid, else the best value that can be read from it. */
export function parseJsonLeniently(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not valid JSON is this function's ordinary input, not a fault.
    const parser = new IncrementalJson();
    parser.push(text);
    return parser.value;
  }
}
