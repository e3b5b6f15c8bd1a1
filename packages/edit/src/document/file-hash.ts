// Owns the short content hash that binds an edit to the text it was written against. It is a guard
// against stale anchors, not an identity: sixteen bits, blind to carriage returns and trailing blanks.

import { joinLines, type Line } from "./line.ts";

/** Hash of a whole text: carriage returns dropped, line ends trimmed, xxHash32, low 16 bits, 4 hex digits. */
export function hashFile(text: string): string {
  return hashTrimmed(text.replaceAll("\r", "").split("\n").map(trimLineEnd));
}

/** {@link hashFile} of lines that are already apart. */
export function hashLines(lines: readonly Line[]): string {
  const trimmed: string[] = [];
  for (const { text, ending } of lines) {
    // A dropped carriage return leaves no line break behind, so what it separated hashes as one line.
    if (ending === "\r") return hashFile(joinLines(lines));
    trimmed.push(trimLineEnd(text));
  }
  return hashTrimmed(trimmed);
}

function hashTrimmed(lines: readonly string[]): string {
  const low = Bun.hash.xxHash32(lines.join("\n"), 0) & 0xffff;
  return low.toString(16).padStart(4, "0");
}

function trimLineEnd(line: string): string {
  const last = line.charCodeAt(line.length - 1);
  const isPlainCharacter = last > 0x20 && last < 0x80;
  return isPlainCharacter ? line : line.trimEnd();
}
