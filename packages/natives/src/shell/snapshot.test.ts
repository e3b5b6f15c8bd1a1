// Contract: a session with a snapshot knows the user's aliases, functions, options and path; a start file that misbehaves
// costs the snapshot and nothing else.
import { afterAll, expect, test } from "bun:test";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ShellSession } from "./shell-session.ts";
import { takeShellSnapshot, type SnapshotResult } from "./snapshot.ts";

const dir = realpathSync(mkdtempSync(join(tmpdir(), "omp-snapshot-")));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: dir };
const shell = { bashPath: "/bin/bash", cwd: dir, env };

let count = 0;
async function take(startFile: string, timeoutMs?: number): Promise<SnapshotResult> {
  const path = join(dir, `rc-${count++}`);
  writeFileSync(path, startFile);
  return takeShellSnapshot({
    ...shell,
    startFile: path,
    outputPath: `${path}.snapshot`,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

test("what the start file defines is there, without its noise", async () => {
  const taken = await take(`
case $- in *i*) ;; *) return ;; esac
echo welcome
alias greet='echo "it'"'"'s" me'
shout() { echo "\${1^^}"; }
shopt -s extglob
set -o pipefail
export PATH="$HOME/my tools:$PATH"
PS1='> '
`);
  if (!taken.isTaken) throw new Error(taken.reason);
  expect(statSync(taken.path).mode & 0o077).toBe(0);
  await using session = new ShellSession({ ...shell, snapshotPath: taken.path });
  let output = "";
  const onOutput = (bytes: Uint8Array): void => void (output += Buffer.from(bytes).toString());
  await session.run(
    'greet; shout loud; shopt -q extglob && echo ext; false | true || echo piped; echo "${PATH%%:*}"; echo "[${PS1-}]"',
    { onOutput },
  );
  expect(output).toBe(`it's me\nLOUD\next\npiped\n${dir}/my tools\n[]\n`);
});

test.each([
  ["exits", "exit 3", "code 3"],
  ["never ends", "while :; do :; done", "timeout"],
  ["replaces the shell", "exec true", "code 0"],
])("a start file that %s gives no snapshot", async (_, startFile, reason) => {
  const taken = await take(startFile, 1_000);
  expect(taken).toEqual({ isTaken: false, reason: expect.stringContaining(reason) });
  expect(readdirSync(dir).filter((name) => name.includes("snapshot."))).toEqual([]);
});

test("a missing start file leaves a plain shell, a missing bash says so", async () => {
  const outputPath = join(dir, "none.snapshot");
  expect(
    await takeShellSnapshot({ ...shell, startFile: join(dir, "none"), outputPath }),
  ).toMatchObject({ isTaken: true });
  expect(existsSync(outputPath)).toBe(true);
  expect(
    await takeShellSnapshot({ ...shell, bashPath: "/no/bash", startFile: "x", outputPath }),
  ).toMatchObject({ isTaken: false, reason: expect.stringContaining("/no/bash") });
});
