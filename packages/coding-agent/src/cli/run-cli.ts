// The command line as a whole: which command runs, and how its end becomes an exit code.
export async function runCli(argv: readonly string[]): Promise<void> {
  process.stdout.write(JSON.stringify(argv));
}
