// A path into a JSON value, as `.items[0].name` or as plain keys. Pure.

/** Keys of a path; numbers stay text. */
export function parseJsonPath(path: string): string[] {
  const keys = path.matchAll(
    /\[\s*(?:(\d+)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\]|([^.[\]]+)/g,
  );
  return [...keys].map(
    ([, index, double, single, plain]) => index ?? double ?? single ?? plain ?? "",
  );
}

export type JsonExtract =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

/** What stands at the keys, or which one is missing and what there is instead. */
export function extractJson(root: unknown, keys: readonly string[]): JsonExtract {
  let value = root;
  for (const [depth, key] of keys.entries()) {
    const container = value;
    if (typeof container !== "object" || container === null || !Object.hasOwn(container, key)) {
      const above = keys.slice(0, depth).join(".") || "the top";
      return { ok: false, problem: `no '${key}' at ${above}. ${describe(container)}` };
    }
    value = (container as Record<string, unknown>)[key];
  }
  return { ok: true, value };
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `It is a list of ${value.length}.`;
  if (typeof value === "object" && value !== null)
    return `Keys: ${Object.keys(value).slice(0, 30).join(", ") || "none"}`;
  return `It is ${value === null ? "null" : `a ${typeof value}`}.`;
}
