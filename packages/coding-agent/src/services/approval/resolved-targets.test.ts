// What a person sees before a yes is where the call really goes: links followed, also those of folders above a file that
// is not there yet.
import { expect, test } from "bun:test";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { resolvedTargets } from "./resolved-targets.ts";

const writing = (...written: string[]): Tool =>
  ({ name: "write", traits: { touches: () => ({ written }) } }) as unknown as Tool;

test("files by way of links, files that are not there yet, folders, addresses", () => {
  using workspace = createWorkspace();
  workspace.write({ "src/a.ts": "" });
  const outside = join(workspace.root, "outside");
  mkdirSync(outside);
  symlinkSync(outside, workspace.at("link"));
  const lines = (tool: Tool, args: object = {}): string[] =>
    resolvedTargets({ tool, args }, workspace.path);
  expect(lines(writing("src/../src/a.ts"))).toEqual([`Target: ${workspace.at("src/a.ts")}`]);
  expect(lines(writing("link/deep/new.txt"))).toEqual([`Target: ${join(outside, "deep/new.txt")}`]);
  expect(lines(writing("local://plan.md"))).toEqual([]);
  const shell = { name: "bash" } as Tool;
  expect(lines(shell, { command: "ls", cwd: "link" })).toEqual([`Folder: ${outside}`]);
  expect(lines(shell, { command: "ls" })).toEqual([]);
});
