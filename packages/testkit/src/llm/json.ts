// The shape of JSON, and reading of untrusted JSON without casts. Knows nothing of models.

/** Any JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** A JSON object whose values have not been looked at. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** True for a JSON object, false for arrays, null and scalars. */
export function isJsonFields(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text as a JSON object; an empty one when it is not JSON or not an object. */
export function parseJsonFields(text: string): JsonFields {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonFields(value) ? value : {};
  } catch {
    // A body that is not JSON is still recorded as text; only its fields are unknown.
    return {};
  }
}
