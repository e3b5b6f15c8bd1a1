// Streams repeat one event thousands of times with only one string changed. Once such an event was
// understood, the next ones are read by comparing what surrounds the string instead of parsing all of it.

/** What surrounds the string of the last event that was learned, and what it meant. */
export interface RepeatedShape<Meaning> {
  /** Up to and with the opening quote; empty while nothing is learned. */
  prefix: string;
  /** From the closing quote to before the last character, which may follow after spaces (padding). */
  suffix: string;
  last: string;
  meaning: Meaning;
}

/** A shape that fits no event yet. */
export function emptyShape<Meaning>(meaning: Meaning): RepeatedShape<Meaning> {
  return { prefix: "", suffix: "", last: "", meaning };
}

/** Learns from an event that was parsed: under `key` it holds `text`, and nothing else in it matters. */
export function learnShape<Meaning>(
  shape: RepeatedShape<Meaning>,
  data: string,
  key: string,
  text: string,
  meaning: Meaning,
): void {
  const name = `"${key}"`;
  const found = data.indexOf(name);
  const start = found + name.length + 2;
  // A name that is there twice, or text that is escaped, would not show where the string lies.
  const isClear = data.startsWith(`${name}:"${text}"`, found) && data.indexOf(name, start) === -1;
  shape.prefix = isClear ? data.slice(0, start) : "";
  if (!isClear) return;
  const rest = data.slice(start + text.length);
  shape.meaning = meaning;
  shape.suffix = rest.slice(0, -1).trimEnd();
  shape.last = rest.slice(-1);
}

/** The string of an event of the learned shape, or undefined when it must be parsed. */
export function readShape(shape: RepeatedShape<unknown>, data: string): string | undefined {
  const { prefix, suffix, last } = shape;
  if (prefix === "" || !data.endsWith(last) || !data.startsWith(prefix)) return undefined;
  let end = data.length - last.length;
  while (data.charCodeAt(end - 1) === 0x20) end--;
  const closing = end - suffix.length;
  if (closing < prefix.length || !data.startsWith(suffix, closing)) return undefined;
  return parseString(data.slice(prefix.length - 1, closing + 1));
}

/** Parsing the literal proves that it is one string, and gives a string that does not hold its event. */
function parseString(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : undefined;
  } catch {
    // Not one string after all: the event has another shape and is parsed as a whole.
    return undefined;
  }
}
