/** Gives marked text its looks. */
import { hyperlink, isOpenable } from "../text/hyperlink.ts";
import { type InlineText, MARKS } from "./inline-text.ts";
import type { MarkdownStyles } from "./markdown-styles.ts";

/** What inline rendering needs. */
export interface InlineContext {
  readonly styles: MarkdownStyles;
  /** Links become OSC 8 hyperlinks; otherwise their target is written behind them. */
  readonly hyperlinks: boolean;
}

const ANY_MARK = /[\x01-\x08\x0e\x0f]/;
const EACH_MARK = /([\x01-\x08\x0e\x0f])/;

/** The styled text. */
export function renderInline(text: InlineText, context: InlineContext): string {
  return ANY_MARK.test(text) ? new Reader(text.split(EACH_MARK), context).readStretch() : text;
}

/** Goes through a text once, given as texts with a mark behind each but the last; a stretch is what an end mark closes. */
class Reader {
  readonly #pieces: readonly string[];
  readonly #context: InlineContext;
  #at = 0;

  constructor(pieces: readonly string[], context: InlineContext) {
    this.#pieces = pieces;
    this.#context = context;
  }

  readStretch(): string {
    let out = "";
    for (;;) {
      out += this.#next();
      const mark = this.#next();
      if (mark === MARKS.end || mark === "") return out;
      out += this.#readMarked(mark);
    }
  }

  #next(): string {
    return this.#pieces[this.#at++] ?? "";
  }

  #readMarked(mark: string): string {
    const { styles } = this.#context;
    switch (mark) {
      case MARKS.strong:
        return styles.strong(this.readStretch());
      case MARKS.emphasis:
        return styles.emphasis(this.readStretch());
      case MARKS.strike:
        return styles.strike(this.readStretch());
      case MARKS.code:
        return styles.code(this.readStretch());
      case MARKS.html:
        return styles.html(this.readStretch());
      case MARKS.image:
        return this.#withTarget((target, label) => this.#labelAndTarget(target, `[${label}]`));
      default:
        return this.#withTarget((target, label) => this.#link(mark, target, label));
    }
  }

  #withTarget(show: (target: string, label: string) => string): string {
    const target = this.#next();
    this.#at++;
    return show(target, this.readStretch());
  }

  #link(mark: string, target: string, label: string): string {
    const { hyperlinks, styles } = this.#context;
    if (hyperlinks && isOpenable(target)) return hyperlink(target, styles.link(label));
    return mark === MARKS.bareLink ? styles.link(label) : this.#labelAndTarget(target, label);
  }

  #labelAndTarget(target: string, label: string): string {
    const { styles } = this.#context;
    return `${styles.link(label)} ${styles.linkTarget(`(${target})`)}`;
  }
}
