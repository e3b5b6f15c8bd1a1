// A random key of this user that never leaves the machine: made once, in a file that only its owner can read.
import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const KEY_BYTES = 32;

/** The key in the file, made where there is none; undefined where it can be neither read nor kept. */
export function privateKeyFile(path: string): Buffer | undefined {
  return readKey(path) ?? makeKey(path) ?? readKey(path);
}

function readKey(path: string): Buffer | undefined {
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const fd = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    try {
      const key = Buffer.alloc(KEY_BYTES);
      const isWhole = fstatSync(fd).isFile() && readSync(fd, key) === KEY_BYTES;
      return isWhole ? key : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    // Not there yet, or not ours to read.
    return undefined;
  }
}

function makeKey(path: string): Buffer | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
    const fd = openSync(path, "wx", 0o600);
    try {
      writeSync(fd, key);
    } finally {
      closeSync(fd);
    }
    return key;
  } catch {
    // Another process was faster, or nothing can be kept here.
    return undefined;
  }
}
