// A source tree of the size of a real project, and ways to search it as a user's shell would.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRipgrep } from "../packages/natives/src/grep/ripgrep.ts";

export interface SearchTree extends AsyncDisposable {
  readonly path: string;
}

/** `files` files of about 3 kB in folders of 50; one in 650 holds `needle`. */
export function makeSearchTree(files: number): SearchTree {
  const path = mkdtempSync(join(tmpdir(), "omp-search-"));
  const line = "export const value = compute(first, second) + offset; // and some more words\n";
  for (let at = 0; at < files; at++) {
    const folder = join(path, `pkg${Math.floor(at / 500)}`, `dir${Math.floor(at / 50)}`);
    if (at % 50 === 0) mkdirSync(folder, { recursive: true });
    const text = line.repeat(40) + (at % 650 === 7 ? "const needle = 1;\n" : "");
    writeFileSync(join(folder, `file${at}.ts`), text);
  }
  return {
    path,
    [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Milliseconds that ripgrep itself takes, its output read. */
export async function timeRipgrep(args: readonly string[], cwd: string): Promise<number> {
  const path = findRipgrep();
  if (path === undefined) throw new Error("ripgrep is not installed; run npm install");
  const started = performance.now();
  const child = Bun.spawn([path, "--no-config", ...args, "./"], {
    cwd,
    env: {},
    stdio: ["ignore", "pipe", "ignore"],
  });
  await child.stdout.bytes();
  await child.exited;
  return performance.now() - started;
}
