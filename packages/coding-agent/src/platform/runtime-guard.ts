// Which runtimes omp refuses to start on: better one clear line than a failure in the middle of work.

/** The first version that has what omp is built on. */
const OLDEST: readonly [number, number] = [1, 4];

/** What is wrong with this version of Bun; undefined when nothing is. */
export function runtimeProblem(version: string): string | undefined {
  const [, major = "0", minor = "0"] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  const isNewEnough =
    Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
  return isNewEnough
    ? undefined
    : `omp needs Bun ${OLDEST.join(".")} or newer, and this is Bun ${version || "(unknown)"}. Install a newer Bun, or use the omp program, which has its own.`;
}
