// Owns the recognition of read output that was pasted back as file content. Only a header followed by
// nothing but consecutively numbered lines counts: anything less could be what the file should hold.

import { isHeaderLine, parseHashlineHeader } from "./hashline-header.ts";

export interface PastedText {
  readonly content: string;
  readonly wasPasted: boolean;
}

/** The content without `¶path#hash` and `LINE:` prefixes when all of it is pasted read output. */
export function stripPastedHashlines(content: string): PastedText {
  const unchanged = { content, wasPasted: false };
  const [header = "", ...lines] = content.split("\n");
  if (!isHeaderLine(header) || parseHashlineHeader(header)?.fileHash === undefined)
    return unchanged;
  const hasFinalBreak = lines.at(-1) === "";
  const numbered = hasFinalBreak ? lines.slice(0, -1) : lines;
  const texts: string[] = [];
  let expected: number | undefined;
  for (const line of numbered) {
    const match = /^([1-9]\d*):(.*)$/su.exec(line);
    const number = Number(match?.[1]);
    if (match === null || (expected !== undefined && number !== expected)) return unchanged;
    texts.push(match[2] ?? "");
    expected = number + 1;
  }
  if (texts.length === 0) return unchanged;
  const ending = hasFinalBreak && texts.at(-1) !== "" ? "\n" : "";
  return { content: texts.join("\n") + ending, wasPasted: true };
}
