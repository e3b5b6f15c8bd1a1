// Whether a descriptor is a terminal. Not by `process.stdin.isTTY` or node:tty: either costs as much as starting the
// runtime. Where the kind of the device decides, not even the C library is asked.
import { fstatSync } from "node:fs";
import { ISATTY, openCLibrary } from "./c-library.ts";

/** Linux gives pseudo-terminals these major numbers, and memory devices such as /dev/null the number 1. */
const PTY_MAJORS = { first: 136, last: 143 } as const;
const MEMORY_MAJOR = 1;

export function isTty(fd: number, platform = process.platform): boolean {
  const device = deviceOf(fd);
  if (device === undefined) return false;
  if (platform === "linux") {
    const major = (device >> 8) & 0xfff;
    if (major >= PTY_MAJORS.first && major <= PTY_MAJORS.last) return true;
    if (major === MEMORY_MAJOR) return false;
  }
  return openCLibrary(platform, ISATTY)?.isatty(fd) === 1;
}

/** The number of a character device; undefined for anything else, or a descriptor that is closed. */
function deviceOf(fd: number): number | undefined {
  try {
    const stat = fstatSync(fd);
    return stat.isCharacterDevice() ? stat.rdev : undefined;
  } catch {
    return undefined; // Closed: nobody is there.
  }
}
