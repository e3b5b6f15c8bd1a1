// The environment that commands and servers started by omp see: the user's, without what is omp's own to
// know. Pure.

/** Variables that would change how omp's own runtime behaves in a child. */
const RUNTIME_NAMES = new Set(["BUN_OPTIONS", "BUN_BE_BUN", "BUN_INSPECT", "NODE_OPTIONS"]);

/** A copy of `env` without runtime switches and without the named secrets. */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  secretNames: ReadonlySet<string>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !RUNTIME_NAMES.has(name) && !secretNames.has(name))
      kept[name] = value;
  }
  return kept;
}
