// Replaces a file as a whole: readers see the old bytes or the new ones, a failure leaves the old ones.
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { tryLock } from "./file-lock.ts";
import { openOwnFile } from "./open-own-file.ts";

/** Writes `text` to `path`; a new file is private, an existing one keeps its mode and its symlink. */
export function writeFileAtomically(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const target =
    statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path);
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600;
  const temporary = join(dirname(target), `.${crypto.randomUUID()}.tmp`);
  const fd = openSync(temporary, "wx", 0o600);
  try {
    const bytes = Buffer.from(text, "utf8");
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
    fsyncSync(fd);
    chmodSync(temporary, mode & 0o7777);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Runs `work` while no other process that also asks holds the lock named by `path`. */
export async function withFileLock<Result>(
  path: string,
  options: {
    readonly platform: NodeJS.Platform;
    readonly timeoutMs: number;
    readonly signal?: AbortSignal;
  },
  work: () => Result | Promise<Result>,
): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fd = openOwnFile(path);
  try {
    const deadline = performance.now() + options.timeoutMs;
    while (tryLock(fd, options.platform) === "held") {
      options.signal?.throwIfAborted();
      if (performance.now() > deadline)
        throw new Error(
          `${path} stayed locked by another process for ${options.timeoutMs / 1000} s.`,
        );
      await Bun.sleep(5);
    }
    return await work();
  } finally {
    closeSync(fd);
  }
}
