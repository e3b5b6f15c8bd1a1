// `--continue` goes on with what this terminal did here, else with the newest; `--resume` opens what its
// value names, says where it is, or says that there is none.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { listProjectSessions } from "./list-sessions.ts";
import { RESUME_TEXTS, resolveResume, sessionToContinue } from "./resume.ts";
import { dropBreadcrumb, findBreadcrumb, terminalId } from "./terminal-breadcrumb.ts";
import { answered, said, writeSession } from "./testing/written-session.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const CWD = "/home/x/w";
const scope = () => ({
  sessionsDir: workspace.path,
  cwd: CWD,
  host: { home: workspace.home, tmp: "/tmp", env: {} },
});

function session(
  folder: string,
  id: string,
  { modified = 1, cwd = CWD, isAnswered = true } = {},
): string {
  return writeSession({
    file: workspace.at(folder, `t_${id}.jsonl`),
    cwd,
    header: { id },
    entries: [said(`about ${id}`), ...(isAnswered ? [answered("yes")] : [])],
    modified,
  });
}
const HERE = "--home-x-w--";

describe("a terminal", () => {
  test.each<[string, string | undefined, Record<string, string>, string | undefined]>([
    ["its device", "/dev/pts/3", { TMUX_PANE: "%1" }, "pts-3"],
    ["a window of kitty", undefined, { KITTY_WINDOW_ID: "7" }, "kitty-7"],
    ["a pane of tmux", undefined, { TMUX_PANE: "%12" }, "tmux-12"],
    ["a window on macOS", undefined, { TERM_SESSION_ID: "w0t1:AB/..CD" }, "term-w0t1-AB-CD"],
    ["a window on Windows", undefined, { WT_SESSION: "{a-b}" }, "wt-a-b"],
    ["nothing", undefined, {}, undefined],
    ["a device that is none", "not a tty", {}, undefined],
    ["a name that is no file name", "/dev/..", {}, undefined],
  ])("is known by %s", (_, ttyPath, env, expected) => {
    expect(terminalId({ ttyPath, env })).toBe(expected);
  });

  test("remembers a directory and a session in two lines", () => {
    const folder = workspace.at("terminals");
    const breadcrumb = { cwd: "/a b", sessionFile: "/s/é.jsonl" };
    dropBreadcrumb(folder, "pts-1", { cwd: "/old", sessionFile: "/old.jsonl" });
    dropBreadcrumb(folder, "pts-1", breadcrumb);
    expect(readFileSync(join(folder, "pts-1"), "utf8")).toBe("/a b\n/s/é.jsonl\n");
    expect(statSync(join(folder, "pts-1")).mode & 0o777).toBe(0o600);
    expect(findBreadcrumb(folder, "pts-1")).toEqual(breadcrumb);
    expect(findBreadcrumb(folder, "pts-2")).toBeUndefined();
  });

  test("forgets what does not fit or cannot be written, without a fuss", () => {
    const folder = workspace.at("terminals");
    dropBreadcrumb(folder, "pts-1", { cwd: "/a\nb", sessionFile: "/s" });
    expect(findBreadcrumb(folder, "pts-1")).toBeUndefined();
    workspace.write({ "a-file": "" });
    dropBreadcrumb(workspace.at("a-file"), "pts-1", { cwd: "/a", sessionFile: "/s" });
    workspace.write({ "terminals/pts-9": "only one line" });
    expect(findBreadcrumb(folder, "pts-9")).toBeUndefined();
  });
});

describe("--continue", () => {
  const choose = (breadcrumb?: { cwd: string; sessionFile: string }) =>
    sessionToContinue(CWD, breadcrumb, () => listProjectSessions(scope()));

  test("takes the session of this terminal when it belongs here and is there", () => {
    const [older, newer] = [
      session(HERE, "a", { modified: 1 }),
      session(HERE, "b", { modified: 2 }),
    ];
    expect(choose({ cwd: CWD, sessionFile: older })).toBe(older);
    expect(choose({ cwd: "/elsewhere", sessionFile: older })).toBe(newer);
    rmSync(older);
    expect(choose({ cwd: CWD, sessionFile: older })).toBe(newer);
    expect(choose()).toBe(newer);
  });

  test("takes a terminal's session though nothing was answered in it", () => {
    session(HERE, "a", { modified: 9 });
    const unanswered = session(HERE, "b", { isAnswered: false });
    expect(choose({ cwd: CWD, sessionFile: unanswered })).toBe(unanswered);
  });

  test("finds nothing where there is nothing", () => {
    session("-other", "a", { cwd: "/home/x/other" });
    expect(choose()).toBeUndefined();
  });
});

describe("--resume with a value", () => {
  test("opens a path, absolute, relative or below home", () => {
    const file = session(HERE, "a");
    expect(resolveResume(file, scope())).toEqual({ kind: "found", file });
    const relative = { ...scope(), cwd: workspace.at(HERE) };
    expect(resolveResume("t_a.jsonl", relative)).toEqual({ kind: "found", file });
    expect(resolveResume("./t_a.jsonl", relative)).toEqual({ kind: "found", file });
    writeFileSync(join(workspace.home, "s.jsonl"), "");
    expect(resolveResume("~/s.jsonl", scope())).toEqual({
      kind: "found",
      file: join(workspace.home, "s.jsonl"),
    });
  });

  test("finds an id by its beginning, here before anywhere else", () => {
    const here = session(HERE, "0198aa11");
    session("-other", "0198aa22", { cwd: "/home/x/other", modified: 99 });
    expect(resolveResume("0198AA", scope())).toEqual({ kind: "found", file: here });
  });

  test("finds one that was killed before its first answer", () => {
    const file = session(HERE, "0198", { isAnswered: false });
    expect(resolveResume("0198", scope())).toEqual({ kind: "found", file });
  });

  test("says in which other project a session is", () => {
    const file = session("-other", "0198aa22", { cwd: "/home/x/other" });
    expect(resolveResume("0198", scope())).toEqual({
      kind: "elsewhere",
      file,
      cwd: "/home/x/other",
      message: 'Session "0198" is in another project (/home/x/other).',
    });
  });

  test("a session of this directory in a folder of another name is found", () => {
    const file = session("moved-by-hand", "0198");
    expect(resolveResume("0198", scope())).toEqual({ kind: "found", file });
  });

  test("does not guess between several, but an exact id is exact", () => {
    const exact = session(HERE, "0198");
    session(HERE, "01982");
    session(HERE, "01983", { modified: 7 });
    expect(resolveResume("0198", scope())).toEqual({ kind: "found", file: exact });
    expect(resolveResume("019", scope())).toEqual({
      kind: "none",
      message:
        'Session "019" may be any of 3: 01983 (about 01983), 01982 (about 01982), 0198 (about 0198). Give more of its id.',
    });
  });

  test.each(["nope", "", " ", "./missing.jsonl", "folder/", "../../etc/passwd/x"])(
    "says that there is no %p",
    (value) => {
      session(HERE, "a");
      mkdirSync(workspace.at("folder"));
      const found = resolveResume(value, scope());
      expect(found).toEqual({ kind: "none", message: `Session "${value}" not found.` });
    },
  );
});

test("the texts that scripts and people know stay as they are", () => {
  expect(RESUME_TEXTS).toEqual({
    forkQuestion: "Fork into current directory? [y/N]",
    noSessions: "No sessions found",
    noneSelected: "No session selected",
  });
});
