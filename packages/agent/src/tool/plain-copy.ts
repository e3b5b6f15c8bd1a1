// Copies of JSON-like data, so that whoever looks at arguments cannot change what runs, and what runs cannot
// change the conversation. Anything that is not plain is passed through.

/** A copy of objects and arrays all the way down. */
export function copyPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyPlain);
  if (!isPlain(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    // a key named __proto__ must stay a key
    Object.defineProperty(copy, key, {
      value: copyPlain(item),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

/** The same copy, which nobody can write to. */
export function frozenCopy(value: unknown): unknown {
  return freeze(copyPlain(value));
}

function freeze(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(freeze);
  else if (isPlain(value)) Object.values(value).forEach(freeze);
  else return value;
  return Object.freeze(value);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === Object.prototype || parent === null;
}
