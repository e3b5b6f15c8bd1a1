// How a script of this folder starts and ends: arguments in, exit code out, and mistakes of the caller said in a line
// instead of a stack trace.

type Main = (args: string[]) => Promise<number> | number;

/** Node's argument parser marks its complaints with such a code. */
function isUsageError(error: unknown): error is Error {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && code.startsWith("ERR_PARSE_ARGS");
}

/** Exit codes: what `main` returns, 2 for wrong arguments or an expected error, 1 with a trace for a defect. */
export async function runCommand(
  name: string,
  usage: string,
  main: Main,
  expected: readonly (new (...args: never[]) => Error)[] = [],
): Promise<void> {
  try {
    process.exitCode = await main(Bun.argv.slice(2));
  } catch (error) {
    if (isUsageError(error)) console.error(`${name}: ${error.message}\n${usage}`);
    else if (error instanceof Error && expected.some((type) => error instanceof type)) {
      console.error(`${name}: ${error.message}`);
    } else throw error;
    process.exitCode = 2;
  }
}
