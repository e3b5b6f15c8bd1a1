// Reads JSON that a server sent, about which nothing may be taken for granted.

export type Json = Readonly<Record<string, unknown>>;

/** The value as a mapping; an empty one for anything else. */
export function asRecord(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** The mappings in a list; none for anything else. */
export function asRecords(value: unknown): Json[] {
  return Array.isArray(value)
    ? value.map(asRecord).filter((entry) => Object.keys(entry).length > 0)
    : [];
}

/** The texts in a list; none for anything else. */
export function asTexts(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((entry): entry is string => typeof entry === "string")
    : [];
}

/** Text that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** A count above 0. */
export function asCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
