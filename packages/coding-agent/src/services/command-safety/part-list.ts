// Gathers the parts of a word, joining neighbouring text.
import type { Part } from "./syntax.ts";

export class PartList {
  readonly #parts: Part[] = [];
  #text = "";
  #isQuoted: boolean | undefined;

  /** The unquoted text just read, empty after anything else. */
  get lastPlainText(): string {
    return this.#isQuoted === false ? this.#text : "";
  }

  addText(text: string, { isQuoted }: { isQuoted: boolean }): true {
    if (this.#isQuoted !== isQuoted) this.#flush();
    this.#isQuoted = isQuoted;
    this.#text += text;
    return true;
  }

  add(parts: readonly Part[]): true {
    for (const part of parts) {
      if (part.type === "text") this.addText(part.text, part);
      else {
        this.#flush();
        this.#parts.push(part);
      }
    }
    return true;
  }

  finish(): Part[] {
    this.#flush();
    return this.#parts;
  }

  #flush(): void {
    if (this.#isQuoted !== undefined)
      this.#parts.push({ type: "text", text: this.#text, isQuoted: this.#isQuoted });
    this.#text = "";
    this.#isQuoted = undefined;
  }
}
