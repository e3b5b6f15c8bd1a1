// The one place of this package that starts processes.

/** `Bun.spawn`: the caller gives the whole environment, or none is passed on. */
export const spawn: typeof Bun.spawn = Bun.spawn;

/** Output of a short command that cannot hang. */
export function readCommandOutput(argv: readonly string[]): string {
  const result = Bun.spawnSync([...argv], { stdin: "ignore", stderr: "ignore", env: {} });
  return result.stdout.toString();
}
