// Safe steps into JSON of unknown shape, for reading wire events and checking bodies.
import { ProviderError } from "../model/provider-error.ts";

/** An object of unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const NO_FIELDS: Fields = Object.freeze({});
const NO_ITEMS: readonly unknown[] = Object.freeze([]);

/** The value if it is an object, else one without fields. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : NO_FIELDS;
}

/** The value if it is an array, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NO_ITEMS;
}

/** The value if it is a string, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value if it is a finite number, else undefined. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Parses the data of a wire event; what is not a JSON object is the provider's mistake. */
export function parseEvent(data: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw malformed(data);
  }
  if (!isFields(value)) throw malformed(data);
  return value;
}

function malformed(data: string): ProviderError {
  const shown = data.length > 80 ? `${data.slice(0, 80)}…` : data;
  return new ProviderError({
    kind: "protocol",
    message: `The provider sent an event that is not valid JSON: ${shown}`,
    retryable: true,
  });
}
