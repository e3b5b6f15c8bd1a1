// Owns the short content hash that binds an edit to the text it was written against. It is a guard
// against stale anchors, not an identity: sixteen bits, blind to carriage returns and trailing blanks.

/** Hash of a whole text: carriage returns dropped, line ends trimmed, xxHash32, low 16 bits, 4 hex digits. */
export function hashFile(text: string): string {
  return hashNormalizedLines(text.replaceAll("\r", "").split("\n"));
}

/** {@link hashFile} of a text that is already cut into lines free of carriage returns. */
export function hashNormalizedLines(lines: readonly string[]): string {
  const normalized = lines.map(trimLineEnd).join("\n");
  const low = Bun.hash.xxHash32(normalized, 0) & 0xffff;
  return low.toString(16).padStart(4, "0");
}

function trimLineEnd(line: string): string {
  const last = line.charCodeAt(line.length - 1);
  const isPlainCharacter = last > 0x20 && last < 0x80;
  return isPlainCharacter ? line : line.trimEnd();
}
