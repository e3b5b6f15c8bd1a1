// Reads records whose keys come from outside, where `record[key]` would also find `constructor`.

/** The value stored under `key` itself, never an inherited one. */
export function ownProperty<T>(
  record: Readonly<Record<string, T>> | undefined,
  key: string,
): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
