// The few calls of the C library that the runtime does not offer, or offers only at a high price.
import { dlopen, type FFIFunction, type Library } from "bun:ffi";

const NAMES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
  darwin: ["libSystem.B.dylib"],
};

/** Calls as in their manual pages, to be opened where they are needed: each costs about a millisecond. */
export const DUP = {
  dup: { args: ["i32"], returns: "i32" },
  dup2: { args: ["i32", "i32"], returns: "i32" },
} as const;
export const FLOCK = { flock: { args: ["i32", "i32"], returns: "i32" } } as const;
export const ISATTY = { isatty: { args: ["i32"], returns: "i32" } } as const;

/** Opens calls of the C library, or undefined where this system has none that we know. */
export function openCLibrary<Calls extends Record<string, FFIFunction>>(
  platform: NodeJS.Platform,
  calls: Calls,
): Library<Calls>["symbols"] | undefined {
  for (const name of NAMES[platform] ?? []) {
    try {
      return dlopen(name, calls).symbols;
    } catch {
      // Not this C library; the next name may be the one that exists here.
    }
  }
  return undefined;
}
