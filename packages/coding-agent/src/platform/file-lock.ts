// An advisory lock on an open file that the system itself gives back when its holder dies, however it
// dies. Where the system has none, `tryLock` says so and the caller decides.

const LOCK_EXCLUSIVE = 2;
const LOCK_NON_BLOCKING = 4;

/** `locked` by us, `held` by another process, or `unsupported` on this system. */
export type LockResult = "locked" | "held" | "unsupported";

/** Tries once to take the exclusive lock on an open file; closing the file releases it. */
export async function tryLock(fd: number, platform: NodeJS.Platform): Promise<LockResult> {
  const library = C_LIBRARIES[platform];
  if (library === undefined) return "unsupported";
  const { dlopen } = await import("bun:ffi");
  for (const name of library) {
    try {
      const { symbols } = dlopen(name, { flock: { args: ["i32", "i32"], returns: "i32" } });
      return symbols.flock(fd, LOCK_EXCLUSIVE | LOCK_NON_BLOCKING) === 0 ? "locked" : "held";
    } catch {
      // Not this C library; the next name may be the one that exists here.
    }
  }
  return "unsupported";
}

const C_LIBRARIES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
  darwin: ["libSystem.B.dylib"],
};
