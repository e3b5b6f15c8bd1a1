// G6: what a command did to the workspace comes back in bytes, modes and links, and what others did stays.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_LIMITS } from "./coverage.ts";
import { readTree } from "./testing/read-tree.ts";
import { UndoJournal } from "./undo-journal.ts";
import type { UndoJournalOptions } from "./undo-report.ts";

let base: string;
let root: string;
let journal: UndoJournal;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "omp-undo-"));
  root = join(base, "work");
  mkdirSync(root);
  journal = open();
});

afterEach(async () => {
  await journal[Symbol.asyncDispose]();
  rmSync(base, { recursive: true, force: true });
});

function open(options: Partial<UndoJournalOptions> = {}): UndoJournal {
  return new UndoJournal({
    root,
    directory: join(base, "undo"),
    session: "s",
    platform: process.platform,
    now: Date.now,
    onDefect: (defect) => {
      throw defect;
    },
    ...options,
  });
}

async function reopen(options: Partial<UndoJournalOptions> = {}): Promise<void> {
  await journal[Symbol.asyncDispose]();
  journal = open(options);
}

/** One turn in which a shell command runs. */
async function run(command: string): Promise<void> {
  journal.startTurn(command);
  const step = await journal.begin({ label: command, tool: "bash" });
  const { exitCode, stderr } = Bun.spawnSync(["bash", "-c", command], { cwd: root, env: ENV });
  if (exitCode !== 0) throw new Error(stderr.toString());
  await step.end();
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(String, (error: Error) => error.message);
}

const ENV = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

function makeTree(): void {
  mkdirSync(join(root, "src/deep/empty"), { recursive: true });
  writeFileSync(join(root, "src/a.ts"), "one\ntwo\nthree\n");
  writeFileSync(join(root, "src/deep/b.bin"), Buffer.from([0, 255, 10, 13, 0]));
  writeFileSync(join(root, "run.sh"), "#!/bin/sh\necho hi\n");
  chmodSync(join(root, "run.sh"), 0o755);
  writeFileSync(join(root, ".env"), "KEY=1\n", { mode: 0o600 });
  writeFileSync(join(root, "empty"), "");
  symlinkSync("src/a.ts", join(root, "link"));
  symlinkSync("nowhere", join(root, "dangling"));
}

describe.each([
  ["where the kernel tells what changed", process.platform],
  ["where the tree is looked through", "freebsd" as const],
])("a command is taken back and done again %s", (_, platform) => {
  beforeEach(() => reopen({ platform }));

  test.each([
    ["rm -rf src"],
    ["rm -rf ./* ./.env"],
    ["sed -i s/two/2/ src/a.ts"],
    ["printf more >> src/a.ts"],
    ["chmod 600 run.sh && chmod 700 src"],
    ["ln -sfn src/deep/b.bin link && rm dangling"],
    ["rm link && cp src/a.ts link"],
    ["rm run.sh && ln -s src run.sh"],
    ["mv src moved"],
    ["mv src/a.ts src/c.ts && mv run.sh src/deep/"],
    ["mkdir -p x/y/z && echo 1 > x/y/z/new && mkdir hollow"],
    ["rm -r src && echo now a file > src"],
    ["rm run.sh && mkdir run.sh && echo x > run.sh/inner"],
    ["mkdir t && mv src t/src && mv t src && mv src/src/deep ."],
    ["touch src/a.ts run.sh"],
    ["truncate -s 0 src/a.ts src/deep/b.bin"],
    ["for i in $(seq 60); do mkdir -p many/d$i; echo $i > many/d$i/f; done"],
  ])("%s", async (command) => {
    makeTree();
    const before = readTree(root);
    await run(command);
    const after = readTree(root);
    if (!command.startsWith("touch")) {
      expect(after).not.toEqual(before);
      expect(await journal.undo()).toMatchObject({ isDone: true, turns: 1, refused: [], kept: [] });
      expect(readTree(root)).toEqual(before);
      expect(await journal.redo()).toMatchObject({ isDone: true, turns: 1, refused: [] });
      expect(readTree(root)).toEqual(after);
    }
    await journal.undo().catch(() => undefined);
    expect(readTree(root)).toEqual(before);
  });

  test.each([
    ["git reset -q --hard"],
    ["git clean -qfdx"],
    ["git checkout -q -- ."],
    ["git stash -q -u"],
  ])("%s, without touching the repository", async (command) => {
    makeTree();
    writeFileSync(join(root, ".gitignore"), ".env\nout/\n");
    Bun.spawnSync(["bash", "-c", "git init -q && git add -A && git commit -qm one"], {
      cwd: root,
      env: ENV,
    });
    mkdirSync(join(root, "out"));
    writeFileSync(join(root, "out/made.js"), "made");
    appendFileSync(join(root, "src/a.ts"), "mine, not committed\n");
    writeFileSync(join(root, "untracked"), "mine");
    const before = readTree(root, [".git"]);
    await run(command);
    expect(readTree(root, [".git"])).not.toEqual(before);
    const repository = readTree(join(root, ".git"));
    await journal.undo();
    expect(readTree(root, [".git"])).toEqual(before);
    expect(readTree(join(root, ".git"))).toEqual(repository);
  });
});

test("turns are taken back in order, several at once, and done again one by one", async () => {
  makeTree();
  const states = [readTree(root)];
  for (const command of ["echo 1 > n", "echo 2 > n; rm run.sh", "mv n m; chmod 444 src/a.ts"]) {
    await run(command);
    states.push(readTree(root));
  }
  expect(await journal.undo(2)).toMatchObject({ turns: 2, isDone: true });
  expect(readTree(root)).toEqual(states[1]!);
  await journal.undo();
  expect(readTree(root)).toEqual(states[0]!);
  expect(await refusal(journal.undo())).toContain("There is nothing to undo in this session.");
  await journal.redo();
  expect(readTree(root)).toEqual(states[1]!);
  await journal.redo();
  expect(readTree(root)).toEqual(states[3]!);
  expect(await refusal(journal.redo())).toContain("There is nothing to redo.");
});

test("what is done after an undo cannot be confused with what was taken back", async () => {
  makeTree();
  await run("echo 1 > n");
  await journal.undo();
  await run("echo 2 > n");
  expect(await refusal(journal.redo())).toContain("There is nothing to redo.");
  await journal.undo();
  expect(existsSync(join(root, "n"))).toBe(false);
});

describe("what somebody else changed", () => {
  test("after the turn is refused by name and nothing is touched; the rest on demand", async () => {
    makeTree();
    await run("echo 1 >> src/a.ts; echo 2 >> run.sh");
    writeFileSync(join(root, "run.sh"), "theirs");
    const theirs = readTree(root);
    expect(await journal.undo()).toMatchObject({
      isDone: false,
      files: [],
      refused: [{ path: "run.sh", reason: "somebody else changed it since" }],
    });
    expect(readTree(root)).toEqual(theirs);
    expect(await journal.undo(1, { rest: true })).toMatchObject({ isDone: true });
    expect(readFileSync(join(root, "run.sh"), "utf8")).toBe("theirs");
    expect(readFileSync(join(root, "src/a.ts"), "utf8")).toBe("one\ntwo\nthree\n");
  });

  test("between two turns is not taken back with them", async () => {
    makeTree();
    await run("echo 1 >> src/a.ts");
    appendFileSync(join(root, "src/a.ts"), "theirs\n");
    await run("echo 2 >> src/a.ts");
    expect(await journal.undo(2)).toMatchObject({
      isDone: false,
      refused: [{ path: "src/a.ts", reason: "somebody else changed it in between" }],
    });
    await journal.undo();
    expect(readFileSync(join(root, "src/a.ts"), "utf8")).toBe("one\ntwo\nthree\n1\ntheirs\n");
  });

  test("with the same size in the same instant is seen", async () => {
    makeTree();
    await run("echo abc > src/a.ts");
    writeFileSync(join(root, "src/a.ts"), "xyz\n");
    expect(await journal.undo()).toMatchObject({ isDone: false });
  });

  test("before a turn belongs to nobody's turn", async () => {
    makeTree();
    journal.warmUp();
    await run("true");
    writeFileSync(join(root, "mine"), "by hand");
    await run("echo 1 > n");
    await journal.undo();
    expect(readFileSync(join(root, "mine"), "utf8")).toBe("by hand");
    expect((await journal.changes(9)).turns).toEqual([]);
  });

  test("inside a directory that a turn made keeps the directory", async () => {
    await run("mkdir made && echo 1 > made/ours");
    writeFileSync(join(root, "made/theirs"), "x");
    expect(await journal.undo()).toMatchObject({ isDone: true, kept: ["made"] });
    expect(readdirSync(join(root, "made"))).toEqual(["theirs"]);
  });

  test("a directory swapped for a link leads nowhere", async () => {
    makeTree();
    const outside = join(base, "outside");
    mkdirSync(outside);
    await run("rm src/a.ts");
    rmSync(join(root, "src"), { recursive: true });
    symlinkSync(outside, join(root, "src"));
    await journal.undo(1, { rest: true }).catch(() => undefined);
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe("what is not kept", () => {
  test("large files and strange ones are refused with the reason", async () => {
    await reopen({ limits: { ...DEFAULT_LIMITS, maxFileBytes: 100 } });
    writeFileSync(join(root, "large"), "x".repeat(101));
    await run("echo y > large; mkfifo pipe; echo 1 > small");
    const { refused, isDone } = await journal.undo();
    expect(isDone).toBe(false);
    expect(refused.map(({ path }) => path).sort()).toEqual(["large", "pipe"]);
    expect(refused.find(({ path }) => path === "large")?.reason).toContain("larger than");
    await journal.undo(1, { rest: true });
    expect(readdirSync(root).sort()).toEqual(["large", "pipe"]);
  });

  test("dependencies and caches are left out and named", async () => {
    mkdirSync(join(root, "node_modules/x"), { recursive: true });
    mkdirSync(join(root, "target"));
    writeFileSync(join(root, "target/CACHEDIR.TAG"), "");
    await run("echo 1 > node_modules/x/y; echo 1 > target/z; echo 1 > n");
    const report = await journal.changes();
    expect(report.turns[0]?.files.map(({ path }) => path)).toEqual(["n"]);
    expect(report.leftOut).toEqual(["node_modules", "target"]);
  });

  test("beyond the limit of the tree is opaque, not wrong", async () => {
    await reopen({ limits: { ...DEFAULT_LIMITS, maxTreeBytes: 10 } });
    writeFileSync(join(root, "a"), "12345678");
    writeFileSync(join(root, "b"), "12345678");
    await run("echo > a; echo > b");
    const { refused } = await journal.undo();
    expect(refused.length).toBe(1);
    expect(refused[0]?.reason).toContain("the tree is larger");
  });
});

test("the disk is bounded: the oldest turns go first, the newest still comes back", async () => {
  const maxStoreBytes = 400_000;
  await reopen({ limits: { ...DEFAULT_LIMITS, maxStoreBytes } });
  for (let count = 0; count < 12; count++) await run(`head -c 50000 /dev/urandom > f`);
  const last = readTree(root);
  await run("echo over > f");
  const { turns } = await journal.changes(99);
  expect(turns.length).toBeGreaterThan(2);
  expect(turns.length).toBeLessThan(13);
  expect(diskBytes(join(base, "undo"), ".pack")).toBeLessThanOrEqual(maxStoreBytes);
  await journal.undo();
  expect(readTree(root)).toEqual(last);
});

function diskBytes(directory: string, ending: string): number {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
}

test("nobody else can read the journal", async () => {
  makeTree();
  await run("echo 1 > n");
  for (const name of readdirSync(join(base, "undo"), { recursive: true, encoding: "utf8" })) {
    const { mode } = statSync(join(base, "undo", name));
    expect((mode & 0o777).toString(8)).toBe((mode & 0o40000) !== 0 ? "700" : "600");
  }
  expect(statSync(join(base, "undo")).mode & 0o777).toBe(0o700);
});

test("another process goes on where this one ended; another session has its own history", async () => {
  makeTree();
  const before = readTree(root);
  await run("rm -rf src");
  await reopen({ session: "other" });
  expect(await refusal(journal.undo())).toContain("nothing to undo");
  await reopen();
  await journal.undo();
  expect(readTree(root)).toEqual(before);
  await reopen();
  await journal.redo();
  expect(existsSync(join(root, "src"))).toBe(false);
});

test("changes of a background command are its own, whoever looks first", async () => {
  makeTree();
  journal.startTurn("one");
  const step = await journal.begin({ label: "bash: start", tool: "bash" });
  const { promise, resolve } = Promise.withResolvers<void>();
  const followed = journal.follow({ label: "in the background: job" }, promise);
  await step.end();
  writeFileSync(join(root, "by-job"), "1");
  await run("echo 1 > by-call");
  writeFileSync(join(root, "by-job-later"), "1");
  resolve();
  await followed;
  const { turns } = await journal.changes();
  expect(turns[0]?.steps.map(({ label }) => label)).toEqual([
    "in the background: job",
    "echo 1 > by-call",
    "in the background: job",
  ]);
});

test("changes are counted by line, by turn and by subagent", async () => {
  makeTree();
  journal.startTurn("do it");
  const step = await journal.begin({ label: "edit", tool: "edit", agentId: "0-Helper" });
  writeFileSync(join(root, "src/a.ts"), "one\n2\nthree\nfour\n");
  rmSync(join(root, "src/deep/b.bin"));
  chmodSync(join(root, "run.sh"), 0o700);
  await step.end();
  const { turns } = await journal.changes();
  expect(turns).toMatchObject([
    {
      label: "do it",
      steps: [{ label: "edit", agentId: "0-Helper" }],
      files: [
        { path: "run.sh", change: "mode", added: 0, removed: 0 },
        { path: "src/a.ts", change: "modified", added: 2, removed: 1, agents: ["0-Helper"] },
        { path: "src/deep/b.bin", change: "deleted", isBinary: true },
      ],
    },
  ]);
});
