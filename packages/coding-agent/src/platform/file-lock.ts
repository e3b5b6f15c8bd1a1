// An advisory lock on an open file that the system itself gives back when its holder dies, however it
// dies. Where the system has none, `tryLock` says so and the caller decides.
import { FLOCK, openCLibrary } from "./c-library.ts";

const LOCK_EXCLUSIVE = 2;
const LOCK_NON_BLOCKING = 4;

/** `locked` by us, `held` by another process, or `unsupported` on this system. */
export type LockResult = "locked" | "held" | "unsupported";

/** Tries once to take the exclusive lock on an open file; closing the file releases it. */
export function tryLock(fd: number, platform: NodeJS.Platform): LockResult {
  return fileLocker(platform)(fd);
}

/** The same for whoever locks often: opening the system's call costs a hundred times what the call does. */
export function fileLocker(platform: NodeJS.Platform): (fd: number) => LockResult {
  const open = () => openCLibrary(platform, FLOCK);
  let library: ReturnType<typeof open> | "unopened" = "unopened";
  return (fd) => {
    if (library === "unopened") library = open();
    if (library === undefined) return "unsupported";
    return library.flock(fd, LOCK_EXCLUSIVE | LOCK_NON_BLOCKING) === 0 ? "locked" : "held";
  };
}
