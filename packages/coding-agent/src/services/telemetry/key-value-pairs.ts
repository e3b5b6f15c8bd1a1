// Lists of `name=value` in one text, values percent-encoded, as OTEL_* variables have them. Pure.

/** The pairs, or undefined for a list that is broken: half of one is worse than none. */
export function readPairs(text: string): Record<string, string> | undefined {
  const found: [string, string][] = [];
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = decoded(part.slice(0, Math.max(at, 0)).trim());
    const value = decoded(part.slice(at + 1).trim());
    if (!name || value === undefined) return undefined;
    found.push([name, value]);
  }
  return Object.fromEntries(found);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}
