// How omp starts itself again: the compiled binary alone, or the runtime with the program it was given.

/** The beginning of a command line that runs this omp. */
export function ownCommand(): string[] {
  const isCompiled = /^(?:\/\$bunfs\/|B:[\\/]~BUN[\\/])/i.test(Bun.main);
  return isCompiled ? [process.execPath] : [process.execPath, Bun.main];
}
