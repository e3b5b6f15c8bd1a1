// Forking, branching, moving and deleting sessions: the copy is what the original was, nothing of the
// original changes, and what fails leaves everything as it was.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { skipUnless } from "@oh-my-pi/pi-testkit/require";
import { requireSyscallKill } from "@oh-my-pi/pi-testkit/syscall-kill";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import fc from "fast-check";
import { BlobStore } from "./blob-store.ts";
import { BranchError, branchSession } from "./branch-session.ts";
import { forkSession } from "./fork-session.ts";
import { deleteSession, moveSession } from "./move-session.ts";
import { openSessionLog } from "./open-log.ts";
import type { SessionLog } from "./session-log.ts";
import { artifactsPath } from "./session-place.ts";
import { setTitle } from "./session-title.ts";
import { commandSequences, runCommands } from "./testing/commands.ts";
import { answered, said, writeSession } from "./testing/written-session.ts";

const OPERATION = join(import.meta.dir, "fixtures/operation.ts");
const straceTest = skipUnless(requireSyscallKill());

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const open = (file: string, blobs?: BlobStore): SessionLog =>
  openSessionLog({
    file,
    cwd: "/w",
    platform: process.platform,
    now: () => 0,
    ...(blobs && { blobs }),
  });
const place = (folder = "to", cwd = "/to") => ({
  folder: workspace.at(folder),
  cwd,
  platform: process.platform,
  now: () => Date.parse("2026-05-05T05:05:05.005Z"),
});

/** A session with a title, three entries and two artifacts. */
function original(): string {
  const file = writeSession({
    file: workspace.at("from", "t_original.jsonl"),
    cwd: "/from",
    header: { id: "original", title: "The title" },
    entries: [said("one"), answered("two"), said("three")],
  });
  mkdirSync(artifactsPath(file));
  writeFileSync(join(artifactsPath(file), "0.bash.log"), "output");
  writeFileSync(join(artifactsPath(file), "0-Child.md"), "report");
  return file;
}

function bodyOf(file: string) {
  using log = open(file);
  return { entries: [...log.entries()], leafId: log.leafId };
}

/** Everything below a folder, with contents. */
function snapshot(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((it) => join(it.parentPath, it.name));
  return Object.fromEntries(files.sort().map((path) => [path, readFileSync(path, "latin1")]));
}

describe("a fork", () => {
  test("has the same entries and artifacts under an identity of its own", () => {
    const source = original();
    const before = snapshot(workspace.at("from"));
    const fork = forkSession(source, place());
    expect(basename(fork)).toMatch(/^2026-05-05T05-05-05-005Z_[0-9a-f-]{36}\.jsonl$/);
    expect(bodyOf(fork)).toEqual(bodyOf(source));
    using log = open(fork);
    expect(log.header).toEqual({
      type: "session",
      version: 3,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      timestamp: "2026-05-05T05:05:05.005Z",
      cwd: "/to",
      title: "The title",
      parentSession: "original",
    });
    expect(Object.values(snapshot(artifactsPath(fork)))).toEqual(["report", "output"]);
    expect(statSync(fork).mode & 0o777).toBe(0o600);
    expect(snapshot(workspace.at("from"))).toEqual(before);
  });

  test("can be made of a session that is open, with all that was said so far", () => {
    using log = open(original());
    log.append(said("four"));
    const fork = forkSession(log.file ?? "", place());
    expect(bodyOf(fork).entries).toHaveLength(4);
  });

  test("leaves out what is torn and keeps what is damaged", () => {
    const source = original();
    const whole = bodyOf(source);
    appendFileSync(source, 'rubbish\n{"type":"message","id":"1');
    const fork = forkSession(source, place());
    expect(bodyOf(fork)).toEqual(whole);
    expect(readFileSync(fork, "utf8")).toContain("rubbish\n");
    writeFileSync(source, `{"type":"sess\n${readFileSync(source, "utf8")}`);
    const again = forkSession(source, place());
    expect(readFileSync(again, "utf8").split("\n")[1]).toBe('{"type":"sess');
    using log = open(again);
    expect(log.header.parentSession).toBe("t_original");
  });

  test("keeps a last line that only lacks its break", () => {
    const source = original();
    const whole = bodyOf(source);
    writeFileSync(source, readFileSync(source, "utf8").trimEnd());
    expect(bodyOf(forkSession(source, place()))).toEqual(whole);
  });

  test("says plainly what is not there", () => {
    expect(() => forkSession(workspace.at("nope.jsonl"), place())).toThrow(
      `Cannot read ${workspace.at("nope.jsonl")}: it does not exist`,
    );
    expect(existsSync(workspace.at("to"))).toBe(false);
  });

  test("opened equals the original opened, whatever was done to it", () => {
    fc.assert(
      fc.property(commandSequences, (commands) => {
        using fresh = createWorkspace();
        const file = fresh.at("s.jsonl");
        runCommands(file, commands);
        const fork = forkSession(file, { ...place(), folder: fresh.at("to") });
        expect(bodyOf(fork)).toEqual(bodyOf(file));
      }),
      { numRuns: 60 },
    );
  }, 30_000);
});

describe("a branch", () => {
  test("ends before the chosen prompt, which goes back to the editor", () => {
    const source = original();
    using log = open(source);
    const [one, two, three] = [...log.entries()];
    log.append({ type: "label", targetId: one?.id ?? "", label: "old" });
    log.append({ type: "label", targetId: one?.id ?? "", label: "start" });
    log.append({ type: "label", targetId: two?.id ?? "", label: "dropped" });
    log.append({ type: "label", targetId: two?.id ?? "" });
    const four = log.append(said("four"));
    log.append({ type: "label", targetId: four.id, label: "gone" });
    const before = readFileSync(source);
    const branched = branchSession(log, four.id, place());
    expect(branched.prompt).toEqual([{ type: "text", text: "four" }]);
    using opened = open(branched.file);
    const entries = [...opened.entries()];
    expect(entries.slice(0, 3)).toEqual([one, two, three].flatMap((entry) => entry ?? []));
    expect(entries.slice(3)).toEqual([
      {
        type: "label",
        id: expect.stringMatching(/^[0-9a-f]{8}$/),
        parentId: three?.id ?? "",
        timestamp: "2026-05-05T05:05:05.005Z",
        targetId: one?.id ?? "",
        label: "start",
      },
    ]);
    expect(opened.header).toMatchObject({ parentSession: "original", cwd: "/to" });
    expect(Object.keys(snapshot(artifactsPath(branched.file)))).toHaveLength(2);
    expect(readFileSync(source).equals(before)).toBe(true);
  });

  test("follows the path of the prompt, not other branches, and closes the gaps of labels", () => {
    using log = open(original());
    const [one, two] = [...log.entries()];
    log.branch(one?.id ?? null);
    log.append({ type: "label", targetId: two?.id ?? "", label: "elsewhere" });
    const other = log.append(answered("other"));
    const prompt = log.append(said("again"));
    using opened = open(branchSession(log, prompt.id, place()).file);
    const shape = [...opened.entries()].map(({ id, parentId }) => [id, parentId]);
    expect(shape).toEqual([
      [one?.id ?? "", null],
      [other.id, one?.id ?? ""],
    ]);
  });

  test("keeps images where they are", () => {
    const blobs = new BlobStore(workspace.at("blobs"));
    const file = original();
    const image = { type: "image" as const, mimeType: "image/png", data: "A".repeat(4000) };
    using log = open(file, blobs);
    log.append({ type: "message", message: { role: "user", content: [image], timestamp: 1 } });
    const prompt = log.append(said("and now?"));
    const branched = branchSession(log, prompt.id, place());
    expect(readFileSync(branched.file, "utf8")).toContain("blob:sha256:");
    using opened = open(branched.file, blobs);
    expect([...opened.entries()].at(-1)).toMatchObject({ message: { content: [image] } });
  });

  test("is refused for what is no prompt", () => {
    using log = open(original());
    const [, answer] = [...log.entries()];
    const reasonOf = (id: string): unknown => {
      try {
        return branchSession(log, id, place());
      } catch (error) {
        return error instanceof BranchError ? error.reason : error;
      }
    };
    expect(reasonOf(answer?.id ?? "")).toBe("not-a-prompt");
    expect(reasonOf("nope")).toBe("not-found");
    expect(existsSync(workspace.at("to"))).toBe(false);
  });
});

describe("a move", () => {
  test("takes the session with its artifacts to another project", () => {
    const source = original();
    const body = bodyOf(source);
    writeFileSync(workspace.at("from", "t_original.index"), "stale");
    const moved = moveSession(source, place());
    expect(moved).toBe(workspace.at("to", "t_original.jsonl"));
    expect(bodyOf(moved)).toEqual(body);
    using log = open(moved);
    expect(log.header).toMatchObject({ id: "original", cwd: "/to", title: "The title" });
    expect(Object.values(snapshot(artifactsPath(moved)))).toEqual(["report", "output"]);
    expect(snapshot(workspace.at("from"))).toEqual({});
  });

  test("within its folder only changes the directory it belongs to", () => {
    const source = original();
    expect(moveSession(source, place("from", "/renamed"))).toBe(source);
    using log = open(source);
    expect(log.header.cwd).toBe("/renamed");
    expect(log.count).toBe(3);
  });

  test("is refused while the session is open, and where another one is in the way", () => {
    const source = original();
    {
      using _log = open(source);
      expect(() => moveSession(source, place())).toThrow("is open for writing");
    }
    workspace.write({ "to/t_original.jsonl": "somebody else's" });
    const before = snapshot(workspace.path);
    expect(() => moveSession(source, place())).toThrow("it already exists");
    expect(snapshot(workspace.path)).toEqual(before);
    expect(() => moveSession(workspace.at("nope.jsonl"), place())).toThrow("it does not exist");
    expect(snapshot(workspace.path)).toEqual(before);
  });
});

describe("what fails is undone", () => {
  /** Calls that name one of these paths fail; the name of a fork is not known before, so there all do. */
  const faults: [operation: string, fault: string, paths: string[]][] = [
    ["move", "rename:error=EIO", ["to/t_original.jsonl.tmp"]],
    ["move", "rename:error=EIO", ["from/t_original"]],
    ["move", "write:error=ENOSPC", ["to/t_original.jsonl.tmp"]],
    ["move", "fsync:error=EIO", ["to/t_original.jsonl.tmp"]],
    ["move", "unlink,unlinkat,rmdir:error=EIO", ["from/t_original.jsonl"]],
    ["fork", "rename:error=EIO", []],
    ["fork", "write:error=ENOSPC:when=1", []],
    ["fork", "fsync:error=EIO", []],
  ];
  for (const [operation, fault, paths] of faults) {
    straceTest(`${operation} with ${fault} ${paths.join(" ")}`, async () => {
      const source = original();
      const before = snapshot(workspace.path);
      const filter = paths.flatMap((path) => ["-P", workspace.at(path)]);
      const [calls = ""] = fault.split(":");
      const strace = ["strace", "-f", "-qq", "-o", "/dev/null", ...filter, "-e", `trace=${calls}`];
      const program = [process.execPath, OPERATION, operation, source, workspace.at("to"), "/to"];
      const result = await runProcess([...strace, "-e", `inject=${fault}`, "--", ...program], {
        env: workspace.env(),
      });
      expect(result.stdout).toStartWith("failed AppendFileError: Cannot ");
      expect(snapshot(workspace.path)).toEqual(before);
    });
  }
});

describe("a deletion", () => {
  test("removes the file, its index and its artifacts, and nothing else", () => {
    const source = original();
    writeFileSync(workspace.at("from", "t_original.index"), "");
    workspace.write({ "from/t_original2.jsonl": "", "from/t_original2/0.bash.log": "" });
    deleteSession(source, process.platform);
    expect(readdirSync(workspace.at("from")).sort()).toEqual(["t_original2", "t_original2.jsonl"]);
  });

  test("is refused while the session is open", () => {
    const source = original();
    const before = snapshot(workspace.path);
    using log = open(source);
    expect(() => deleteSession(source, process.platform)).toThrow("is open for writing");
    expect(snapshot(workspace.path)).toEqual(before);
    setTitle(log, "still mine", "user");
  });

  test("of what is not there says so", () => {
    expect(() => deleteSession(workspace.at("nope.jsonl"), process.platform)).toThrow(
      "it does not exist",
    );
  });
});
