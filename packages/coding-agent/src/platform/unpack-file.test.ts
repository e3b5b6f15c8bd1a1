// Contract: a program that omp carries is run only with its own bytes, from a folder that is the user's alone, and a home
// that cannot be written to does not stop it.
import { expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { unpackFile } from "./unpack-file.ts";

const BYTES = new TextEncoder().encode("#!/bin/sh\necho real\n");
const sha256 = new Bun.CryptoHasher("sha256").update(BYTES).digest("hex");

function setUp() {
  const workspace = createWorkspace();
  const folder = join(workspace.home, "a/unpacked");
  const tmp = workspace.path;
  let reads = 0;
  const file = { name: "tool", sha256, readBytes: () => (reads++, BYTES) };
  return {
    workspace,
    folder,
    tmp,
    readCount: () => reads,
    unpack: () => unpackFile(file, folder, tmp),
  };
}

test("is written once, private and executable", async () => {
  const { workspace, folder, unpack, readCount } = setUp();
  await using _ = workspace;
  const path = unpack();
  expect(dirname(path ?? "")).toBe(folder);
  expect(unpack()).toBe(path);
  expect(readCount()).toBe(1);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path ?? "").mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toHaveLength(1);
});

test.each<[string, (path: string) => void]>([
  ["other bytes", (path) => writeFileSync(path, "#!/bin/sh\necho evil\n")],
  ["half of the bytes", (path) => writeFileSync(path, BYTES.subarray(0, 5))],
])("%s in its place are replaced", async (_, spoil) => {
  const { workspace, unpack } = setUp();
  await using _workspace = workspace;
  const path = unpack() ?? "";
  spoil(path);
  expect(unpack()).toBe(path);
  expect(readFileSync(path)).toEqual(Buffer.from(BYTES));
});

test.each<[string, (folder: string) => void]>([
  [
    "a folder that others may write to",
    (folder) => (mkdirSync(folder, { recursive: true }), chmodSync(folder, 0o777)),
  ],
  [
    "a link to another folder",
    (folder) => (mkdirSync(dirname(folder), { recursive: true }), symlinkSync("/tmp", folder)),
  ],
  ["a file", (folder) => (mkdirSync(dirname(folder)), writeFileSync(folder, ""))],
])("%s is not used", async (_, prepare) => {
  const { workspace, folder, tmp, unpack } = setUp();
  await using _workspace = workspace;
  prepare(folder);
  const path = unpack() ?? "";
  expect(path.startsWith(`${tmp}/omp-unpacked-`)).toBe(true);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
});

test("nowhere to put it is no error", () => {
  const file = { name: "tool", sha256, readBytes: () => BYTES };
  expect(unpackFile(file, "/proc/nowhere/x", "/proc/nowhere")).toBeUndefined();
});
