// Two files change places in one step. Unlike a rename over a file this makes no file system write the new content out
// first, which costs a thousand files seconds.
import { dlopen, ptr } from "bun:ffi";

/** False when they could not; then nothing happened. */
export type SwapFiles = (one: string, other: string) => boolean;

const HERE = -100;
const SWAP = 2;
const LIBRARIES = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];
const RENAME_AT = {
  renameat2: { args: ["i32", "ptr", "i32", "ptr", "u32"], returns: "i32" },
} as const;
const RENAME_EXTENDED = { renamex_np: { args: ["ptr", "ptr", "u32"], returns: "i32" } } as const;

/** The system's call, or one that always says no. */
export function openSwapFiles(platform: NodeJS.Platform): SwapFiles {
  if (platform === "linux") return linuxSwap() ?? never;
  return platform === "darwin" ? (darwinSwap() ?? never) : never;
}

const never: SwapFiles = () => false;

function linuxSwap(): SwapFiles | undefined {
  for (const name of LIBRARIES) {
    try {
      const { renameat2 } = dlopen(name, RENAME_AT).symbols;
      return (one, other) => renameat2(HERE, pathOf(one), HERE, pathOf(other), SWAP) === 0;
    } catch {
      // Not this C library, or one that is too old; the next name may do.
    }
  }
  return undefined;
}

function darwinSwap(): SwapFiles | undefined {
  try {
    const { renamex_np } = dlopen("libSystem.B.dylib", RENAME_EXTENDED).symbols;
    return (one, other) => renamex_np(pathOf(one), pathOf(other), SWAP) === 0;
  } catch {
    // An old system; a rename does the same, only slower.
    return undefined;
  }
}

function pathOf(path: string): ReturnType<typeof ptr> {
  return ptr(Buffer.from(`${path}\0`));
}
