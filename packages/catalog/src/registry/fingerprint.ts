// A short name for a list of models, by which a cache knows that what it stored was built on the same
// list.
import type { Model } from "../model.ts";

/** Equal for equal lists, whatever the order of keys inside the models. */
export function fingerprintModels(models: readonly Model[]): string {
  const sorted = JSON.stringify(models, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return Bun.hash.xxHash64(sorted).toString(16).padStart(16, "0");
}
