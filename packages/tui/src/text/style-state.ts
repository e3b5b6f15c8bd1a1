/** Which SGR attributes and which hyperlink are active at a point of a line; it never looks at the text itself. */

const RESET_OF: ReadonlyMap<number, number> = new Map([
  [1, 22],
  [2, 22],
  [3, 23],
  [4, 24],
  [5, 25],
  [6, 25],
  [7, 27],
  [8, 28],
  [9, 29],
  [21, 24],
  [53, 55],
]);
const RESETS: ReadonlySet<number> = new Set([22, 23, 24, 25, 27, 28, 29, 39, 49, 55, 59]);

interface ActiveCode {
  readonly open: string;
  readonly reset: number;
}

/** The active style of a line while it is read from left to right. */
export class StyleState {
  #codes: ActiveCode[] = [];
  #link = "";

  /** True when neither an attribute nor a hyperlink is active. */
  get isPlain(): boolean {
    return this.#codes.length === 0 && this.#link === "";
  }

  /** Takes one escape sequence; anything but SGR and OSC 8 leaves the state alone. */
  apply(sequence: string): void {
    if (sequence.startsWith("\x1b[") && sequence.endsWith("m")) {
      this.#applySgr(sequence.slice(2, -1));
    } else if (sequence.startsWith("\x1b]8;")) {
      const target = sequence.slice(sequence.indexOf(";", 4) + 1).replace(/\x07$|\x1b\\$/, "");
      this.#link = target === "" ? "" : sequence;
    }
  }

  /** What turns a plain terminal into this state. */
  open(): string {
    if (this.isPlain) return "";
    return this.#link + this.#codes.map((code) => `\x1b[${code.open}m`).join("");
  }

  /** What turns this state into a plain terminal, the innermost attribute first. */
  close(): string {
    if (this.isPlain) return "";
    const resets = new Set(this.#codes.map((code) => code.reset).reverse());
    const link = this.#link.endsWith("\x07") ? "\x1b]8;;\x07" : "\x1b]8;;\x1b\\";
    return [...resets].map((reset) => `\x1b[${reset}m`).join("") + (this.#link === "" ? "" : link);
  }

  #applySgr(parameters: string): void {
    if (!parameters.includes(";")) {
      this.#applyCode(parameters, codeOf(parameters));
      return;
    }
    const fields = parameters.split(";");
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index] ?? "";
      const code = codeOf(field);
      if (isColor(code) && !field.includes(":")) {
        const length = fields[index + 1] === "2" ? 5 : 3;
        this.#set(fields.slice(index, index + length).join(";"), code + 1);
        index += length - 1;
      } else {
        this.#applyCode(field, code);
      }
    }
  }

  #applyCode(field: string, code: number): void {
    if (code === 0) this.#codes.length = 0;
    else if (field === "4:0") this.#drop(24);
    else if (RESETS.has(code)) this.#drop(code);
    else if (isColor(code)) this.#set(field, code + 1);
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) this.#set(field, 39);
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) this.#set(field, 49);
    else this.#setAttribute(field, code);
  }

  #setAttribute(field: string, code: number): void {
    const reset = RESET_OF.get(code);
    if (reset === undefined) return;
    // Bold and dim share one reset and may both be on; every other attribute replaces its like.
    if (reset === 22) this.#codes = this.#codes.filter((active) => active.open !== field);
    else this.#drop(reset);
    this.#codes.push({ open: field, reset });
  }

  #set(open: string, reset: number): void {
    this.#drop(reset);
    this.#codes.push({ open, reset });
  }

  #drop(reset: number): void {
    if (this.#codes.some((active) => active.reset === reset)) {
      this.#codes = this.#codes.filter((active) => active.reset !== reset);
    }
  }
}

function codeOf(field: string): number {
  return field === "" ? 0 : Number.parseInt(field, 10);
}

/** 38, 48 and 58 start a colour that takes more than one parameter. */
function isColor(code: number): boolean {
  return code === 38 || code === 48 || code === 58;
}
