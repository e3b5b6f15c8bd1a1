// The few calls of the C library that the runtime does not offer, or offers only at a high price.
import { dlopen } from "bun:ffi";

const NAMES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
  darwin: ["libSystem.B.dylib"],
};

const SIGNATURES = {
  dup: { args: ["i32"], returns: "i32" },
  dup2: { args: ["i32", "i32"], returns: "i32" },
  flock: { args: ["i32", "i32"], returns: "i32" },
  isatty: { args: ["i32"], returns: "i32" },
} as const;

/** The calls, each as in its manual page. */
export interface CLibrary {
  dup(fd: number): number;
  dup2(from: number, to: number): number;
  flock(fd: number, operation: number): number;
  isatty(fd: number): number;
}

/** Opens the C library, or undefined where this system has none that we know. */
export function openCLibrary(platform: NodeJS.Platform): CLibrary | undefined {
  for (const name of NAMES[platform] ?? []) {
    try {
      return dlopen(name, SIGNATURES).symbols;
    } catch {
      // Not this C library; the next name may be the one that exists here.
    }
  }
  return undefined;
}
