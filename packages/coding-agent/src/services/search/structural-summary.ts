// Summaries of code by its syntax tree, as `read` shows them: bodies left out, or merged into the line that opens them.
import type { Summary, SummaryOptions } from "@oh-my-pi/pi-natives/ast-summary";
import type { CodeSummary, SummaryPart } from "../code-summary.ts";
import type { SearchEngines } from "./search-engines.ts";

/** Data and pages, of which people want to see what they hold. */
const DATA: ReadonlySet<string> = new Set([
  "astro",
  "css",
  "diff",
  "html",
  "ini",
  "json",
  "regex",
  "svelte",
  "toml",
  "vue",
  "xml",
  "yaml",
]);
const PROSE: ReadonlySet<string> = new Set(["markdown"]);

export function structuralSummary(engines: Pick<SearchEngines, "loadAst">): CodeSummary {
  return {
    summarize: async ({ path, text, includesProse, ...limits }, signal) => {
      const { languageOfPath } = await import("@oh-my-pi/pi-natives/languages");
      const language = languageOfPath(path);
      if (language === undefined || DATA.has(language)) return undefined;
      if (PROSE.has(language) && !includesProse) return undefined;
      // A carriage return alone ends a line for readers, but not for parsers.
      if (/\r(?!\n)/.test(text)) return undefined;
      const summary = await parse(engines, { text, language, ...limits });
      signal.throwIfAborted();
      return summary && summary.segments.length > 1 ? toParts(summary, text) : undefined;
    },
  };
}

async function parse(
  engines: Pick<SearchEngines, "loadAst">,
  options: SummaryOptions,
): Promise<Summary | undefined> {
  try {
    const { summarize } = await import("@oh-my-pi/pi-natives/ast-summary");
    return await summarize(await engines.loadAst(), options);
  } catch {
    return undefined; // A grammar that cannot be loaded must not keep a file from being read.
  }
}

function toParts({ segments, totalLines }: Summary, text: string): SummaryPart[] {
  const lines = text.split(/\r?\n/);
  const parts: SummaryPart[] = [];
  let next = 1;
  const keepUntil = (end: number): void => {
    if (end >= next) parts.push({ start: next, end, as: "lines" });
    next = Math.max(next, end + 1);
  };
  for (const { type, startLine, endLine } of segments) {
    if (type === "kept") continue;
    const open = lines[startLine - 2];
    const close = lines[endLine]?.trim() ?? "";
    const isMerged =
      startLine - 1 >= next && /[{([]$/.test(open ?? "") && /^[})\]]+[;,)]*$/.test(close);
    keepUntil(isMerged ? startLine - 2 : startLine - 1);
    parts.push(
      isMerged
        ? { start: next, end: endLine + 1, as: "merged", text: `${open} .. ${close}` }
        : { start: next, end: endLine, as: "elided" },
    );
    next = (isMerged ? endLine + 1 : endLine) + 1;
  }
  keepUntil(text.endsWith("\n") ? totalLines + 1 : totalLines);
  return parts;
}
