// Keeps stdout for one writer: a protocol gets a descriptor of its own to it, and whatever else prints, be it a library,
// a child process or a forgotten console.log, lands on stderr.
import { DUP, openCLibrary } from "./c-library.ts";

/** A descriptor to what was stdout; stdout itself where this system cannot be asked for one. */
export function claimStdout(platform: NodeJS.Platform): number {
  const library = openCLibrary(platform, DUP);
  const claimed = library?.dup(STDOUT) ?? -1;
  if (library === undefined || claimed === -1) return STDOUT;
  library.dup2(STDERR, STDOUT);
  return claimed;
}

const STDOUT = 1;
const STDERR = 2;
