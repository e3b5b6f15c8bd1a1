// Owns how long and how often properties run. Only tests import it.

/** Options for tests that do much work: a loaded machine must not fail them. */
export const PATIENT = { timeout: 120_000 };

/** Number of runs of a property; `FUZZ_FACTOR` in the environment multiplies it for a longer search. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: count * Number(process.env.FUZZ_FACTOR ?? 1) };
}
