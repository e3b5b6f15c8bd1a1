// What a test needs from the machine: tools, public corpora. What is missing skips the test with a
// printed reason; where CI=true it fails it, so that nothing is skipped silently.
import { test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Something a test needs; `missing` says what to do about its absence. */
export interface Requirement {
  readonly what: string;
  readonly missing?: string;
}

/** A file of the public corpora. */
export interface Corpus extends Requirement {
  readonly path: string;
  /** The parsed JSON of the file, gzipped or not. */
  load(): unknown;
}

/** The part of `test` that `skipUnless` gives back. */
export type TestFunction = (
  name: string,
  body: () => void | Promise<void>,
  timeoutMs?: number,
) => void;

/** Needs a program on PATH. */
export function requireTool(name: string, path = process.env.PATH): Requirement {
  const isThere = Bun.which(name, { PATH: path ?? "" }) !== null;
  return isThere ? { what: name } : { what: name, missing: `${name} is not on PATH` };
}

/** Needs a file of the corpora, `CORPORA` or `../shared/corpora` beside the project. */
export function corpus(name: string, directory = corporaDirectory()): Corpus {
  const path = join(directory, name);
  return {
    what: `corpus ${name}`,
    ...(existsSync(path) ? {} : { missing: `${path} is not there (CORPORA names its directory)` }),
    path,
    load() {
      const bytes = readFileSync(path);
      const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
      const value: unknown = JSON.parse(text);
      return value;
    },
  };
}

/** `test`, if all requirements are met; else it skips with a reason, or fails where `CI=true`. */
export function skipUnless(...requirements: readonly Requirement[]): TestFunction {
  const reasons = requirements.flatMap(({ missing }) => (missing === undefined ? [] : [missing]));
  if (reasons.length === 0) return test;
  const reason = reasons.join("; ");
  if (isCi()) {
    return (name) =>
      test(name, () => {
        throw new Error(`CI must not skip this test: ${reason}`);
      });
  }
  return (name) => {
    process.stderr.write(`skipping "${name}": ${reason}\n`);
    test.skip(name, () => {});
  };
}

function corporaDirectory(): string {
  return process.env.CORPORA ?? join(import.meta.dir, "../../../../shared/corpora");
}

function isCi(): boolean {
  return process.env.CI === "true";
}
