// Rewrites the texts inside plain data. What has no text to change is given back as it is, not copied. Pure.

/** Opaque values that whoever made them checks, and pictures. */
const UNTOUCHED = new Set(["thinkingSignature", "thoughtSignature", "textSignature", "signature"]);

/** The same data with its texts rewritten, keys of tables included. */
export function rewriteTexts<Value>(value: Value, rewrite: (text: string) => string): Value {
  return walk(value, rewrite) as Value;
}

function walk(value: unknown, rewrite: (text: string) => string): unknown {
  if (typeof value === "string") return rewrite(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => walk(item, rewrite));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  return walkTable(value as Record<string, unknown>, rewrite);
}

function walkTable(
  table: Readonly<Record<string, unknown>>,
  rewrite: (text: string) => string,
): Readonly<Record<string, unknown>> {
  const isPicture = table["type"] === "image";
  let hasChanged = false;
  const fields = Object.entries(table).map(([key, field]): [string, unknown] => {
    if (UNTOUCHED.has(key) || (isPicture && key === "data")) return [key, field];
    const pair: [string, unknown] = [rewrite(key), walk(field, rewrite)];
    hasChanged ||= pair[0] !== key || pair[1] !== field;
    return pair;
  });
  return hasChanged ? Object.fromEntries(fields) : table;
}
