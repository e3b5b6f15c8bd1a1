// A disk that refuses: the writer is told why in plain words, nothing half-written stays, and it can go on
// as soon as the disk lets it. Two writers: one of them is refused for as long as the other lives.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProcess, startProcess } from "@oh-my-pi/pi-testkit/process";
import { skipUnless } from "@oh-my-pi/pi-testkit/require";
import { requireSyscallKill } from "@oh-my-pi/pi-testkit/syscall-kill";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { createSessionLog, openSessionLog } from "./open-log.ts";
import { problemsAfterDeath, problemsOfFile, testimonyOf } from "./testing/check-log.ts";
import { numberedEntry, numbersOf } from "./testing/numbered-entry.ts";

const WRITER = join(import.meta.dir, "fixtures/scripted-writer.ts");
const straceTest = skipUnless(requireSyscallKill());

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const file = (): string => workspace.at("s.jsonl");
const place = () => ({ file: file(), cwd: "/w", platform: process.platform, now: () => 0 });
const writer = (...args: string[]): string[] => [process.execPath, WRITER, file(), ...args];

/** Runs the writer with calls on its file that fail as told. */
async function runWithFaults(faults: readonly string[], ...args: string[]): Promise<string> {
  const injected = faults.flatMap((fault) => ["-e", `inject=${fault}`]);
  const traced = ["write,ftruncate,fdatasync,rename,fsync"].flatMap((set) => [
    "-e",
    `trace=${set}`,
  ]);
  const paths = [file(), `${file()}.tmp`].flatMap((path) => ["-P", path]);
  const command = ["strace", "-f", "-qq", "-o", "/dev/null", ...traced, ...paths, ...injected];
  const { stdout } = await runProcess([...command, ...writer(...args)], { env: workspace.env() });
  return stdout;
}

function numbersInFile(): number[] {
  using log = openSessionLog(place());
  return numbersOf(log);
}

describe("a disk that refuses", () => {
  straceTest("a write that fails changes nothing, the next one succeeds", async () => {
    const stdout = await runWithFaults(["write:error=ENOSPC:when=3"], "create", "0", "4");
    expect(stdout).toContain(
      `failed 1: AppendFileError: Cannot write to ${file()}: the disk is full`,
    );
    expect(testimonyOf(stdout).promised).toEqual([0, 2, 3]);
    expect(problemsOfFile(file())).toEqual([]);
    expect(numbersInFile()).toEqual([0, 2, 3]);
  });

  test("what was half written is taken back", async () => {
    // Below the limit the first entries fit, larger ones do not, and the small 43 does again.
    const limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 16; exec "$@"', "sh"];
    const command = [...limited, ...writer("create", "0", "44")];
    const { stdout } = await runProcess(command, { env: workspace.env() });
    const { promised } = testimonyOf(stdout);
    expect(stdout).toContain("it would become larger than allowed");
    expect(promised.length).toBeGreaterThan(1);
    expect(promised).not.toEqual(promised.map((_, index) => index));
    expect(problemsOfFile(file())).toEqual([]);
    expect(numbersInFile()).toEqual([...promised]);
  });

  straceTest("what cannot be taken back at once is taken back before the next append", async () => {
    const script = `trap "" XFSZ; ulimit -f 16; exec strace -f -qq -o /dev/null -P "$0" \\
      -e trace=ftruncate -e inject=ftruncate:error=EIO:when=1 -- "$@"`;
    const command = ["sh", "-c", script, file(), ...writer("create", "0", "44")];
    const { stdout } = await runProcess(command, { env: workspace.env() });
    const { promised } = testimonyOf(stdout);
    expect(stdout).toContain("it would become larger than allowed");
    expect(promised).not.toEqual(promised.map((_, index) => index));
    expect(problemsOfFile(file())).toEqual([]);
    expect(numbersInFile()).toEqual([...promised]);
  });

  straceTest("a flush that fails is no promise", async () => {
    const stdout = await runWithFaults(["fdatasync:error=EIO"], "create", "0", "2");
    expect(testimonyOf(stdout).promised).toEqual([]);
    expect(stdout).toContain(`Cannot flush ${file()}: the disk reported an error`);
    expect(numbersInFile()).toEqual([0, 1]);
  });

  straceTest("a rewrite that fails leaves the old file and no other", async () => {
    for (const fault of ["rename:error=EIO", "fsync:error=ENOSPC"]) {
      using fresh = createWorkspace();
      workspace[Symbol.dispose]();
      workspace = fresh;
      const stdout = await runWithFaults([fault], "create", "0", "2", "title");
      expect(stdout).toContain(`failed 0: AppendFileError: Cannot rewrite ${file()}`);
      expect(testimonyOf(stdout).promised).toEqual([0, 1]);
      expect(problemsOfFile(file())).toEqual([]);
      expect(readFileSync(file(), "utf8")).not.toContain("after 0");
    }
  });

  straceTest("a session that cannot be begun leaves nothing", async () => {
    const stdout = await runWithFaults(["write:error=ENOSPC"], "create", "0", "1");
    expect(stdout).toContain("failed opening: AppendFileError: Cannot write to");
    expect(readdirSync(workspace.path)).toEqual([]);
  });

  test("a place that is no place for a file is refused in words", () => {
    workspace.write({ "plain-file": "" });
    mkdirSync(workspace.at("folder.jsonl"));
    const at = (name: string) => () => createSessionLog({ ...place(), file: workspace.at(name) });
    expect(at("plain-file/s.jsonl")).toThrow("part of its path is not a directory");
    expect(at("folder.jsonl")).toThrow("it already exists");
    expect(() => openSessionLog({ ...place(), file: workspace.at("folder.jsonl") })).toThrow(
      "it is a directory",
    );
  });
});

describe("two processes on one session", () => {
  test("the second is refused, and let in when the first was killed", async () => {
    await using first = startProcess(writer("create", "0", "3", "hold"), { env: workspace.env() });
    await first.waitForStdout((stdout) => testimonyOf(stdout).next === 3);
    const before = readFileSync(file());
    const second = await runProcess(writer("open", "3", "1"), { env: workspace.env() });
    expect(second.stdout).toBe(
      `failed opening: AppendFileError: ${file()} is open for writing in another process.\n`,
    );
    expect(readFileSync(file()).equals(before)).toBe(true);
    first.kill("SIGKILL");
    const { stdout } = await first.exited;
    const third = await runProcess(writer("open", "3", "1"), { env: workspace.env() });
    expect(third.stdout).toContain("promised 3");
    const promised = [...testimonyOf(stdout).promised, 3];
    expect(problemsAfterDeath(file(), { promised, next: 4 })).toEqual([]);
  });

  test("the lock goes with a file that is rewritten", async () => {
    await using first = startProcess(writer("create", "0", "2", "title", "hold"), {
      env: workspace.env(),
    });
    await first.waitForStdout((stdout) => stdout.includes("titled 1"));
    const second = await runProcess(writer("open", "2", "1"), { env: workspace.env() });
    expect(second.stdout).toContain("is open for writing in another process");
  });

  test("a replaced or shortened file is noticed", () => {
    using log = createSessionLog(place());
    log.append(numberedEntry(0));
    writeFileSync(file(), "");
    expect(() => log.append(numberedEntry(1))).toThrow("was changed by another program");
  });
});
