// Two files change places in one step. Unlike a rename over a file this makes no file system write the new content out
// first, which costs a thousand files seconds.
import { ptr } from "bun:ffi";
import { openCLibrary } from "./c-library.ts";

/** False when they could not; then nothing happened. */
export type SwapFiles = (one: string, other: string) => boolean;

const HERE = -100;
const SWAP = 2;
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

/** A library that is too old for the call counts as none: a rename does the same, only slower. */
function linuxSwap(): SwapFiles | undefined {
  const calls = openCLibrary("linux", RENAME_AT);
  return (
    calls && ((one, other) => calls.renameat2(HERE, pathOf(one), HERE, pathOf(other), SWAP) === 0)
  );
}

function darwinSwap(): SwapFiles | undefined {
  const calls = openCLibrary("darwin", RENAME_EXTENDED);
  return calls && ((one, other) => calls.renamex_np(pathOf(one), pathOf(other), SWAP) === 0);
}

function pathOf(path: string): ReturnType<typeof ptr> {
  return ptr(Buffer.from(`${path}\0`));
}
