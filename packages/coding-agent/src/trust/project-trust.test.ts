// Before a project is trusted none of its files is opened; the default is no; without a person the run is refused
// with its own exit code; an item runs only when just that content was agreed to.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { failureOf } from "@oh-my-pi/pi-testkit/failure-of";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { chmodSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { UserError } from "../platform/exit-codes.ts";
import { readConsentItem } from "./consent-item.ts";
import type { ConsentScreen, TrustAnswer } from "./consent-screen.ts";
import { decideTrust, trustProject, type TrustQuestion } from "./project-trust.ts";
import { TrustStore } from "./trust-store.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const open = (): TrustStore =>
  new TrustStore({
    file: join(workspace.home, "trust.json"),
    platform: process.platform,
    now: () => 0,
  });
const decide = (more: Partial<TrustQuestion> = {}) =>
  decideTrust({ cwd: workspace.path, store: open(), isAttended: true, ...more });
const answering = (answer: TrustAnswer, seen: ConsentScreen[] = []) => ({
  ask: async (screen: ConsentScreen) => {
    seen.push(screen);
    return answer;
  },
});
const settings = { ".omp/settings.json": "{}" };
const sha256 = (path: string): string =>
  new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");

describe("decideTrust", () => {
  test("a project without files of its own asks nobody and is not trusted", async () => {
    const seen: ConsentScreen[] = [];
    const trust = await decide({ ...answering("always", seen), isAttended: false });
    expect([trust.isTrusted, trust.files, trust.notes, seen]).toEqual([false, [], [], []]);
  });

  test("nobody to ask: refused with the way out and an exit code of its own", async () => {
    workspace.write(settings);
    const error = (await failureOf(decide({ isAttended: false }))) as UserError;
    expect(error.exit).toBe("untrusted");
    expect(error.message).toContain(".omp/settings.json");
    expect(error.message).toContain("omp trust add");
    const ignored = await decide({ isAttended: false, isIgnored: true });
    expect([ignored.isTrusted, ignored.files]).toEqual([false, []]);
  });

  test("the screen says what would be read, and its default is no", async () => {
    workspace.write({ ".omp/settings.json": "{}", ".omp/config.yml": "a: 1" });
    const seen: ConsentScreen[] = [];
    await decide(answering("no", seen));
    expect(seen).toHaveLength(1);
    expect(seen[0]?.defaultAnswer).toBe("no");
    expect(seen[0]?.folder).toBe(workspace.path);
    const shown = (name: string) => [
      [name, "settings of the project; they cannot loosen yours"],
      ["  file", workspace.at(name)],
      ["  sha256", sha256(workspace.at(name))],
    ];
    expect(seen[0]?.rows.map(({ label, value }) => [label, value])).toEqual([
      ...shown(".omp/settings.json"),
      ...shown(".omp/config.yml"),
    ]);
  });

  test("git's hooks and helpers are on the screen, and named where they do not run", async () => {
    workspace.write({
      ...settings,
      ".git/HEAD": "ref: refs/heads/main",
      ".git/hooks/a.sample": "",
    });
    workspace.write({
      ".git/hooks/pre-commit": "#!/bin/sh\n",
      ".git/config": '[filter "a\u001bb"] clean = x\n[alias]\nco = checkout\n[user] name = a\n',
    });
    chmodSync(workspace.at(".git/hooks/pre-commit"), 0o755);
    const seen: ConsentScreen[] = [];
    const refused = await decide(answering("no", seen));
    expect(seen[0]?.rows.at(-1)).toEqual({
      label: "run by git",
      value: "pre-commit, filter.a␛b.clean, alias.co",
    });
    expect(refused.notes[0]).toStartWith("git runs without pre-commit, filter.a");
    expect((await decide(answering("once"))).notes).toEqual([]);
    expect((await decide({ isIgnored: true })).notes).toEqual([]);
  });

  const outcomes: [answer: TrustAnswer, isTrusted: boolean, remembered: string][] = [
    ["no", false, "undecided"],
    ["once", true, "undecided"],
    ["always", true, "trusted"],
    ["never", false, "refused"],
  ];
  for (const [answer, isTrusted, remembered] of outcomes) {
    test(`the answer ${answer}`, async () => {
      workspace.write(settings);
      const trust = await decide(answering(answer));
      expect(trust.isTrusted).toBe(isTrusted);
      expect(trust.isTrustedPath(workspace.at(".omp/settings.json"))).toBe(isTrusted);
      expect(trust.isTrustedPath(workspace.root)).toBe(false);
      expect(open().stateOf(workspace.path)).toBe(remembered as "trusted");
      expect(trust.notes.length).toBe(isTrusted ? 0 : 1);
    });
  }

  test("what was decided is not asked again", async () => {
    workspace.write(settings);
    const seen: ConsentScreen[] = [];
    await open().decide(workspace.path, "refused");
    const refused = await decide(answering("always", seen));
    expect([refused.isTrusted, refused.notes.length]).toEqual([false, 1]);
    expect((await decide({ isAttended: false })).isTrusted).toBe(false);
    await trustProject(open(), workspace.path);
    const trusted = await decide({ ...answering("no", seen), isAttended: false });
    expect([trusted.isTrusted, trusted.notes]).toEqual([true, []]);
    expect(seen).toEqual([]);
  });

  test("a settings file that changed is asked about by itself; without a person the run is refused", async () => {
    workspace.write(settings);
    await trustProject(open(), workspace.path);
    workspace.write({ ".omp/settings.json": '{"temperature":1}' });
    const error = (await failureOf(decide({ isAttended: false }))) as UserError;
    expect([error.exit, error.message]).toEqual([
      "untrusted",
      ".omp/settings.json is not what you agreed to. Look at it, then say omp trust add; or run with --no-project.",
    ]);
    const seen: ConsentScreen[] = [];
    const refused = await decide(answering("no", seen));
    expect(seen[0]?.warnings).toEqual(["It is not what you agreed to before."]);
    expect(refused.files.map(({ problem }) => problem)).toEqual([
      "is not what you agreed to (omp trust add)",
    ]);
    const agreed = await decide(answering("always"));
    expect(agreed.files.map(({ problem }) => problem)).toEqual([undefined]);
    expect((await decide({ isAttended: false })).notes).toEqual([]);
  });

  test("what is used is what was shown, whatever is put in its place meanwhile", async () => {
    workspace.write(settings);
    for (const answer of ["once", "always"] as const) {
      workspace.write(settings);
      const { files } = await decide({
        ask: async () => {
          workspace.write({ ".omp/settings.json": '{"temperature":1}' });
          return answer;
        },
      });
      expect(files.map(({ text }) => text)).toEqual(["{}"]);
    }
  });

  test("each file by itself: one yes, one no", async () => {
    workspace.write({ ".omp/settings.json": "{}", ".omp/config.yml": "a: 1" });
    const asked: string[] = [];
    const trust = await decide({
      ask: async ({ title, rows }) => {
        if (title.includes("trust this project")) return "each";
        asked.push(rows[0]?.value ?? "");
        return asked.length === 1 ? "always" : "no";
      },
    });
    expect(asked).toEqual(["settings .omp/settings.json", "settings .omp/config.yml"]);
    expect(trust.files.map(({ problem }) => problem === undefined)).toEqual([true, false]);
  });

  test("files that lead out, pipes and giants are not for reading, even in a trusted project", async () => {
    await open().decide(workspace.path, "trusted");
    workspace.write({ ".omp/x": "", ".omp/settings.json": new Uint8Array(2 * 1024 * 1024) });
    symlinkSync("/etc/passwd", workspace.at(".omp/config.yml"));
    const trust = await decide();
    expect(trust.files.map(({ problem }) => problem)).toEqual([
      "is larger than 1 MB",
      "leads out of the project",
    ]);
    expect(trust.notes).toHaveLength(2);
  });

  test("names with escape sequences are shown inert", async () => {
    const name = "evil\u001b[2J\u202e\nx";
    workspace.write({ [`${name}/.omp/settings.json`]: "{}" });
    const seen: ConsentScreen[] = [];
    await decide({ ...answering("no", seen), cwd: workspace.at(name) });
    expect(seen[0]?.folder).not.toMatch(/[\u001b\u202e\n]/);
  });
});

describe("items", () => {
  const item = (name = "hook.sh") => {
    const found = readConsentItem({
      kind: "hook",
      name,
      file: workspace.at(name),
      commandLine: ["sh", workspace.at(name)],
      envNames: ["PATH"],
    });
    if (found === undefined) throw new Error("no item");
    return found.item;
  };

  test("nothing runs in a project that is not trusted, whatever is answered", async () => {
    workspace.write({ "hook.sh": "echo" });
    const seen: ConsentScreen[] = [];
    const trust = await decide(answering("always", seen));
    const { allowed, notes } = await trust.allowItems([item()]);
    expect([allowed, seen.length, notes.length]).toEqual([[], 0, 1]);
  });

  test("one item agreed to: only that one; one byte changed: asked again and said so", async () => {
    workspace.write({ "hook.sh": "echo", "other.sh": "echo", ...settings });
    await trustProject(open(), workspace.path);
    const [hook, other] = [item(), item("other.sh")];
    const asked: string[] = [];
    const ask = async (screen: ConsentScreen): Promise<TrustAnswer> => {
      asked.push(screen.rows[0]?.value ?? "");
      return screen.rows[0]?.value === "hook hook.sh" ? "always" : "no";
    };
    const first = await (await decide({ ask })).allowItems([hook, other]);
    expect(first.allowed).toEqual([hook]);
    expect(asked).toEqual(["hook hook.sh", "hook other.sh"]);
    const headless = await (await decide({ isAttended: false })).allowItems([hook, other]);
    expect(headless.allowed).toEqual([hook]);
    expect(headless.notes[0]).toContain("other.sh");
    workspace.write({ "hook.sh": "echo " });
    const seen: ConsentScreen[] = [];
    const again = await (await decide(answering("no", seen))).allowItems([item()]);
    expect(again.allowed).toEqual([]);
    expect(seen[0]?.warnings).toEqual(["It is not what you agreed to before."]);
    expect(seen[0]?.rows).toContainEqual({ label: "sha256", value: item().hash });
    expect(seen[0]?.rows).toContainEqual({ label: "runs", value: `sh ${workspace.at("hook.sh")}` });
    expect(seen[0]?.rows).toContainEqual({ label: "is given", value: "PATH" });
  });

  test("a yes for this run is forgotten with it", async () => {
    workspace.write({ "hook.sh": "echo", ...settings });
    const hook = item();
    const trust = await decide(answering("once"));
    expect((await trust.allowItems([hook])).allowed).toEqual([hook]);
    expect(open().records).toEqual({ projects: [], consents: [] });
  });
});
