// Owns what a line is: its text and the bytes that end it. Knows nothing of encodings, files or edits.

/** What ends a line in the file; the last line of a document always has the empty ending. */
export type Ending = "" | "\n" | "\r\n" | "\r";

/** One line: `text` never holds a line feed or a carriage return. */
export interface Line {
  readonly text: string;
  readonly ending: Ending;
}

/**
 * Cuts a text into lines at `\n`, `\r\n` and `\r`. The result is never empty: a final line break is
 * followed by one more, empty, line, so that joining texts and endings gives the input back.
 */
export function splitLines(text: string): Line[] {
  return text.includes("\r") ? splitMixed(text) : splitLineFeeds(text);
}

/** The exact inverse of {@link splitLines}. */
export function joinLines(lines: readonly Line[]): string {
  const pieces: string[] = [];
  for (const line of lines) pieces.push(line.text, line.ending);
  return pieces.join("");
}

function splitLineFeeds(text: string): Line[] {
  const texts = text.split("\n");
  const last = texts.length - 1;
  return texts.map((line, index) => ({ text: line, ending: index === last ? "" : "\n" }));
}

function splitMixed(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      lines.push({ text: text.slice(start, at), ending: "\n" });
      start = at + 1;
    } else if (code === 13) {
      const isPair = text.charCodeAt(at + 1) === 10;
      lines.push({ text: text.slice(start, at), ending: isPair ? "\r\n" : "\r" });
      if (isPair) at++;
      start = at + 1;
    }
  }
  lines.push({ text: text.slice(start), ending: "" });
  return lines;
}
