// Contract: aliases, functions and options of the user's own start file are there; it runs once until it changes; one
// that somebody else could have written never runs.
import { describe, expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { chmodSync, mkdirSync, readFileSync, utimesSync } from "node:fs";
import { ShellRunner } from "../shell-runner.ts";
import { rcSnapshot } from "./rc-snapshot.ts";

const BASH = Bun.which("bash") ?? "/bin/bash";
const RC =
  "echo run >> $HOME/runs\nalias hi='echo aliased'\ngreet() { echo \"function $1\"; }\nshopt -s globstar\n";

function rig() {
  const folder = createWorkspace();
  folder.write({ "home/.bashrc": RC });
  chmodSync(folder.at("home/.bashrc"), 0o644);
  mkdirSync(folder.at("project"));
  const options = {
    bashPath: BASH,
    home: folder.at("home"),
    workspace: folder.at("project"),
    env: { ...folder.env(), HOME: folder.at("home") },
    folder: folder.at("snapshots"),
    userId: process.getuid?.(),
  };
  return { folder, options, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

async function output(snapshot: string | undefined, command: string, env: Record<string, string>) {
  await using runner = new ShellRunner({ cwd: "/", env, snapshot: async () => snapshot });
  let text = "";
  const onOutput = (part: string) => void (text += part);
  await runner.run({ command, env: {}, timeoutMs: 20_000, onOutput }, new AbortController().signal);
  return text;
}

describe("what the start file defines", () => {
  test("is there, and the file runs once until it changes", async () => {
    using here = rig();
    const first = await rcSnapshot(here.options);
    expect(await output(first, "hi; greet x; shopt -q globstar && echo on", here.options.env)).toBe(
      "aliased\nfunction x\non\n",
    );
    expect(await rcSnapshot(here.options)).toBe(first ?? "");
    expect(readFileSync(here.folder.at("home/runs"), "utf8")).toBe("run\n");
    utimesSync(here.folder.at("home/.bashrc"), 1, 1);
    expect(await rcSnapshot(here.options)).not.toBe(first ?? "");
    expect(readFileSync(here.folder.at("home/runs"), "utf8")).toBe("run\nrun\n");
  });

  test.each<[string, (here: ReturnType<typeof rig>) => object]>([
    ["no home", () => ({ home: undefined })],
    ["a home that is no absolute path", () => ({ home: "home" })],
    ["a home without a start file", ({ folder }) => ({ home: folder.at("project") })],
    ["a home inside the project", ({ folder }) => ({ workspace: folder.path })],
    ["a start file of somebody else", () => ({ userId: 4242 + (process.getuid?.() ?? 0) })],
  ])("is not taken with %s", async (why, change) => {
    using here = rig();
    const isRoot = process.getuid?.() === 0;
    // A file of root is everybody's to trust.
    if (why.includes("somebody else") && isRoot) return;
    expect(await rcSnapshot({ ...here.options, ...change(here) })).toBeUndefined();
  });

  test("is not taken from a file that others can write, or one that ends the shell", async () => {
    using here = rig();
    chmodSync(here.folder.at("home/.bashrc"), 0o666);
    expect(await rcSnapshot(here.options)).toBeUndefined();
    here.folder.write({ "home/.bashrc": "exit 3\n" });
    chmodSync(here.folder.at("home/.bashrc"), 0o600);
    expect(await rcSnapshot(here.options)).toBeUndefined();
  });
});
