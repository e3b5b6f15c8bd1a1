// Source code with its roles as spans of HTML. Languages are loaded between two drawings of a page: what is asked for
// before its language is there is plain and remembered.
import { type HighlightedLine, Highlighter } from "@oh-my-pi/pi-natives/highlight";
import { escapeHtml } from "./escape-html.ts";

/** Colouring of a whole page may take so long; what comes later stays plain. */
const PAGE_BUDGET_MS = 3000;

export class PageInk {
  readonly #highlighter = new Highlighter();
  readonly #missing = new Set<string>();
  #leftMs = PAGE_BUDGET_MS;

  /** A block of code. */
  readonly code = (code: string, language: string): string => {
    const lines = this.#lines(code, language);
    const body = lines === undefined ? escapeHtml(code) : lines.map(lineHtml).join("\n");
    const label = language === "" ? "" : ` data-language="${escapeHtml(language)}"`;
    return `<pre class="code"${label}><code>${body}</code></pre>`;
  };

  /** Loads the languages that were missing; false when none was. */
  async load(): Promise<boolean> {
    const names = [...this.#missing];
    this.#missing.clear();
    await Promise.all(names.map((name) => this.#highlighter.highlight("", name)));
    return names.length > 0;
  }

  #lines(code: string, language: string): readonly HighlightedLine[] | undefined {
    if (language === "" || this.#leftMs <= 0) return undefined;
    const from = performance.now();
    const lines = this.#highlighter.highlightLoaded(code, language, { budgetMs: this.#leftMs });
    if (lines === undefined) this.#missing.add(language);
    this.#leftMs -= performance.now() - from;
    return lines;
  }
}

function lineHtml(line: HighlightedLine): string {
  return line
    .map(({ text, role }) =>
      role === undefined ? escapeHtml(text) : `<i class="${role}">${escapeHtml(text)}</i>`,
    )
    .join("");
}
