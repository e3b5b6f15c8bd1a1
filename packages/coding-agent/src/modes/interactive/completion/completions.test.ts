// Completion: what is proposed for the word before the cursor, from real files and the real commands.
import { describe, expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { mkdirSync, writeFileSync } from "node:fs";
import type { SlashCommand, SlashPort } from "../../../slash/slash-command.ts";
import { listSlashCommands } from "../../../slash/find-slash.ts";
import { Completions } from "./completions.ts";
import { FileProposals } from "./file-proposals.ts";

const withArguments: SlashCommand = {
  name: "pick",
  summary: "Picks one",
  usage: "<one>",
  propose: (typed) =>
    ["red", "green"].filter((one) => one.startsWith(typed)).map((value) => ({ value })),
  run: () => {},
};

function completions(root: string, hasEmoji = true): Completions {
  return new Completions({
    commands: async () => [...(await listSlashCommands()), withArguments],
    port: () => ({}) as SlashPort,
    files: new FileProposals(() => root, root),
    hasEmoji: () => hasEmoji,
  });
}

async function propose(provider: Completions, line: string, reason: "typing" | "tab" = "typing") {
  const cursor = { line: 0, column: line.length };
  const found = await provider.complete(
    { lines: [line], cursor, reason },
    new AbortController().signal,
  );
  return found?.items.map(({ value }) => line.slice(0, found.start) + value) ?? [];
}

describe("completion", () => {
  test("commands by their beginning or an alias, then their arguments", async () => {
    const provider = completions("/");
    expect(await propose(provider, "/comp")).toEqual(["/compact "]);
    expect(await propose(provider, "/qui")).toEqual(["/exit"]);
    expect(await propose(provider, "/pick r")).toEqual(["/pick red"]);
    expect(await propose(provider, "say /comp")).toEqual([]);
    expect(provider.hint({ lines: ["/pick "], cursor: { line: 0, column: 6 } })).toBe("<one>");
  });

  test("files after @, paths on Tab", async () => {
    await using workspace = createWorkspace();
    mkdirSync(workspace.at("src"));
    writeFileSync(workspace.at("src/parser.ts"), "");
    writeFileSync(workspace.at("readme.md"), "");
    const provider = completions(workspace.path);
    expect(await propose(provider, "look at @pars")).toEqual(["look at @src/parser.ts "]);
    expect(await propose(provider, "look at @./re")).toEqual(["look at @./readme.md "]);
    expect(await propose(provider, "run ./s", "tab")).toEqual(["run ./src/"]);
    expect(await propose(provider, "run ./s")).toEqual([]);
    expect(await propose(provider, "mail me@example")).toEqual([]);
  });

  test("emoji after a colon, unless they are switched off", async () => {
    expect(await propose(completions("/"), "done :rock")).toEqual(["done 🚀 "]);
    expect(await propose(completions("/"), "at 12:30")).toEqual([]);
    expect(await propose(completions("/", false), "done :rock")).toEqual([]);
  });
});
