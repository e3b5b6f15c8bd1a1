// G1: whatever kills the writer of a session, and whenever, everything it was promised is there afterwards,
// once and in order. CI kills 2,000 writers at random moments, a run at hand 100; OMP_CRASH_ROUNDS multiplies that.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProcess } from "@oh-my-pi/pi-testkit/process";
import { skipUnless } from "@oh-my-pi/pi-testkit/require";
import {
  listKillPoints,
  requireSyscallKill,
  runKilledAfter,
  runKilledAt,
  type TracedCommand,
} from "@oh-my-pi/pi-testkit/syscall-kill";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { createSessionLog } from "./open-log.ts";
import { problemsAfterDeath, problemsOfFile, testimonyOf } from "./testing/check-log.ts";
import { numberedEntry } from "./testing/numbered-entry.ts";

const WRITER = join(import.meta.dir, "fixtures/scripted-writer.ts");
const ROUNDS = Number(process.env["OMP_CRASH_ROUNDS"] ?? 1);
const REAL_KILLS = (process.env["CI"] === "true" ? 2000 : 100) * ROUNDS;
/** Writers that run at the same time, each with a file of its own. */
const LANES = 4;
const CUTS = 1900 * ROUNDS;
const straceTest = skipUnless(requireSyscallKill());

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const file = (): string => workspace.at("s.jsonl");

function traced(...args: string[]): TracedCommand {
  return {
    command: [process.execPath, WRITER, file(), ...args],
    paths: [file(), `${file()}.tmp`],
    cwd: workspace.path,
    env: workspace.env(),
  };
}

/** A run of the writer, and what is in place before it. */
interface Script {
  readonly args: readonly string[];
  readonly prepare: () => void;
  /** Numbers that are in the file before the run. */
  readonly before: readonly number[];
}

const nothing = (): void => rmSync(file(), { force: true });

function twoAndATornOne(): void {
  nothing();
  const log = createSessionLog({ ...place(), file: file() });
  log.append(numberedEntry(0));
  log.append(numberedEntry(1));
  log.close();
  appendFileSync(file(), '{"type":"message","id":"12');
}

function twoOfTheFirstVersion(): void {
  const lines = [0, 1].map((number) => ({ ...numberedEntry(number), timestamp: "t" }));
  const header = { type: "session", id: "s", timestamp: "t", cwd: "/w" };
  writeFileSync(file(), [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
}

const place = () => ({ file: file(), cwd: "/w", platform: process.platform, now: () => 0 });

const SCRIPTS: Record<string, Script> = {
  "a new session": { args: ["create", "0", "4"], prepare: nothing, before: [] },
  "a session whose title changes": {
    args: ["create", "0", "3", "title"],
    prepare: nothing,
    before: [],
  },
  "a session with a torn line": {
    args: ["open", "2", "2"],
    prepare: twoAndATornOne,
    before: [0, 1],
  },
  "a session of an older version": {
    args: ["open", "2", "2"],
    prepare: twoOfTheFirstVersion,
    before: [0, 1],
  },
};

/** What is wrong after one death of a script's writer. */
function judge(script: Script, stdout: string): string[] {
  const { promised } = testimonyOf(stdout, script.before.length);
  const all = [...script.before, ...promised];
  return problemsAfterDeath(file(), { promised: all, next: all.length });
}

/** strace itself sometimes dies of the kill, without saying how the program ended; then once more. */
async function killedAfter(script: Script, calls: number): Promise<{ readonly stdout: string }> {
  for (;;) {
    script.prepare();
    try {
      return await runKilledAfter(traced(...script.args), calls);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("PTRACE_LISTEN"))) throw error;
    }
  }
}

describe("killed at every system call that changes a file", () => {
  for (const [name, script] of Object.entries(SCRIPTS)) {
    straceTest(
      name,
      async () => {
        script.prepare();
        const { points, result } = await listKillPoints(traced(...script.args));
        expect(result.stdout).not.toContain("failed");
        expect(points.length).toBeGreaterThan(4);
        for (const [index, point] of points.entries()) {
          const after = await killedAfter(script, index + 1);
          expect({ after: point.line, problems: judge(script, after.stdout) }).toMatchObject({
            problems: [],
          });
          // Flushes run on other threads, where strace counts apart; after is as good as before there.
          if (point.syscall === "fdatasync") continue;
          script.prepare();
          const before = await runKilledAt(traced(...script.args), point);
          expect({ before: point.line, problems: judge(script, before.stdout) }).toMatchObject({
            problems: [],
          });
        }
      },
      60_000,
    );
  }
});

/** Kills a writer after a random number of promises. */
async function killOne(target: string): Promise<void> {
  rmSync(target, { force: true });
  const least = Math.floor(Math.random() * 12);
  const command = [process.execPath, WRITER, target, "create", "0", "100000"];
  await using child = startProcess(command, { env: workspace.env() });
  await child.waitForStdout((stdout) => testimonyOf(stdout).next >= least);
  child.kill("SIGKILL");
  const { stdout } = await child.exited;
  const testimony = testimonyOf(stdout);
  expect(testimony.next).toBeGreaterThanOrEqual(least);
  expect(problemsAfterDeath(target, testimony)).toEqual([]);
}

describe("killed at any moment", () => {
  test(
    "real processes",
    async () => {
      const lane = async (target: string): Promise<void> => {
        for (let kill = 0; kill < REAL_KILLS / LANES; kill++) await killOne(target);
      };
      const files = Array.from({ length: LANES }, (_, at) => workspace.at(`lane-${at}.jsonl`));
      await Promise.all(files.map(lane));
    },
    300_000 * ROUNDS,
  );

  test(
    "whatever part of the bytes reached the file",
    () => {
      const log = createSessionLog(place());
      const ends = Array.from({ length: 12 }, (_, number) => {
        log.append(numberedEntry(number));
        return readFileSync(file()).length;
      });
      log.close();
      const whole = readFileSync(file());
      const everyOffset = Array.from({ length: ends[0] ?? 0 }, (_, at) => at);
      const random = Array.from({ length: CUTS }, () => Math.floor(Math.random() * whole.length));
      for (const cut of [...everyOffset, ...random]) {
        writeFileSync(file(), whole.subarray(0, cut));
        const promised = ends.filter((end) => end <= cut).map((_, number) => number);
        const problems = problemsAfterDeath(file(), { promised, next: promised.length });
        expect({ cut, problems }).toEqual({ cut, problems: [] });
      }
    },
    60_000 * ROUNDS,
  );
});

describe("what is promised survives a power cut", () => {
  /** Numbers that were promised while their bytes had not been flushed. */
  async function unflushed(...flags: string[]): Promise<number> {
    nothing();
    const { points, result } = await listKillPoints(traced("create", "0", "4", ...flags));
    expect(testimonyOf(result.stdout).promised).toEqual([0, 1, 2, 3]);
    const kinds = points.map(({ syscall }) => (syscall === "write" ? "w" : syscall));
    const flushes = kinds.join(" ").split("w").slice(2);
    return flushes.filter((between) => !between.includes("sync")).length;
  }

  straceTest("every entry is flushed before it is promised", async () => {
    expect(await unflushed()).toBe(0);
  });

  straceTest("and a writer that does not flush is noticed", async () => {
    expect(await unflushed("unsynced")).toBe(4);
  });
});

describe("the checks themselves notice", () => {
  straceTest("a writer that promises before it writes", async () => {
    const args = ["create", "0", "4", "early"];
    const { points } = await listKillPoints(traced(...args));
    const writes = points.filter(({ syscall }) => syscall === "write");
    nothing();
    // Just before the write of the second entry, which was promised already.
    const { stdout } = await runKilledAt(traced(...args), writes[2] ?? expect.unreachable());
    expect(problemsAfterDeath(file(), testimonyOf(stdout))).toEqual(["promised 0,1, found 0"]);
  });

  test("a torn line that was not cut before the next append", () => {
    twoAndATornOne();
    appendFileSync(file(), `${JSON.stringify({ id: "x", parentId: null })}\n`);
    expect(problemsOfFile(file())).toContain("line 4 is torn");
  });

  test("an entry that is missing, doubled or in the wrong place", () => {
    const log = createSessionLog(place());
    for (const number of [0, 1, 2]) log.append(numberedEntry(number));
    log.close();
    const whole = readFileSync(file(), "utf8");
    const lines = whole.trimEnd().split("\n");
    const [header = "", zero = "", one = "", two = ""] = lines;
    const cases: Record<string, string[]> = {
      missing: [header, zero, two],
      doubled: [header, zero, one, one, two],
      swapped: [header, one, zero, two],
      "cut off": [header, zero],
      "without header": [zero, one, two],
    };
    for (const [name, kept] of Object.entries(cases)) {
      writeFileSync(file(), kept.map((line) => `${line}\n`).join(""));
      const problems = problemsAfterDeath(file(), { promised: [0, 1, 2], next: 3 });
      expect({ name, found: problems.length > 0 }).toEqual({ name, found: true });
    }
    writeFileSync(file(), whole);
    expect(problemsAfterDeath(file(), { promised: [0, 1, 2], next: 3 })).toEqual([]);
  });
});
