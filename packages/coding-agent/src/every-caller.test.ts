// G7: a rule that denies holds for every caller that the tables name: each command of a session (and with it RPC, ACP and
// programs around omp), each slash command, each subcommand. A new one is here by itself, or fails a test until it is.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { readAudit } from "./services/audit/audit-log.ts";
import { cliCommands } from "./cli/commands/index.gen.ts";
import { jsonSchemaOf } from "./session/command-json-schema.ts";
import type { CommandRequest } from "./session/command.ts";
import { sessionCommands } from "./session/commands/index.gen.ts";
import { SessionHolder } from "./session/session-holder.ts";
import { slashCommands } from "./slash/commands/index.gen.ts";
import { createSlashPort } from "./slash/create-slash-port.ts";
import { runSlash } from "./slash/run-slash.ts";
import { createDenied, denyEveryTool, LEAVES_MARK } from "./testing/denied.ts";
import { least } from "./testing/least-value.ts";
import { type LiveSession, openLiveSession } from "./testing/live-session.ts";

const denyAll = { tools: { approval: await denyEveryTool() }, async: { enabled: true } };

/** A session in which everything is denied, with a model that tries every time it is asked. */
function openDenied(): Promise<LiveSession> {
  return openLiveSession({ values: denyAll, isLooping: true }).then((live) => {
    live.models.script(reply(toolCall("bash", { command: LEAVES_MARK })), reply(text("ok")));
    return live;
  });
}

function expectNothingDone(live: LiveSession): void {
  expect(existsSync(live.workspace.at("MARK"))).toBe(false);
  const verdicts = readAudit(join(live.workspace.home, ".omp/agent/audit"), 1000);
  expect(verdicts.filter(({ verdict }) => verdict !== "denied")).toEqual([]);
}

describe("with everything denied, nothing is done by the session command", () => {
  for (const [name, load] of Object.entries(sessionCommands))
    test(name, async () => {
      const { default: command } = await load();
      await using live = await openDenied();
      const values = { command: LEAVES_MARK, message: "go", outputPath: live.workspace.at("out") };
      const fields = least(jsonSchemaOf(command.input as z.ZodType, "input"), values);
      const request = { type: command.name, ...(fields as object) } as CommandRequest;
      // Whether it was refused or had nothing to do is its own business.
      await live.current.session.send(request).catch(() => undefined);
      await live.current.session.settled();
      expectNothingDone(live);
    });
});

/** Where a text alone would go on for ever. */
const ARGUMENTS: Readonly<Record<string, string>> = { loop: `1 ${LEAVES_MARK}` };

describe("with everything denied, nothing is done by the slash command", () => {
  for (const name of Object.keys(slashCommands))
    test(name, async () => {
      await using live = await openDenied();
      const holder = new SessionHolder(live.current);
      await using _closed = {
        [Symbol.asyncDispose]: async () => {
          if (holder.current !== live.current.session) await holder.close();
        },
      };
      const port = createSlashPort(holder, live.host, { reply: () => {} });
      const said = await runSlash(`/${name} ${ARGUMENTS[name] ?? LEAVES_MARK}`, port).catch(
        () => undefined,
      );
      if (said !== undefined) await holder.current.prompt(said).catch(() => undefined);
      await holder.current.settled();
      expectNothingDone(live);
    });
});

/** Subcommands that could run a tool, with what makes them; the others start none. */
const SUBCOMMANDS: Readonly<Record<string, readonly string[] | undefined>> = {
  read: ["read", "a.txt"],
  grep: ["grep", "secret", "."],
  shell: ["shell", "cat a.txt; echo x > MARK"],
  acp: undefined,
  audit: undefined,
  auth: undefined,
  completions: undefined,
  config: undefined,
  models: undefined,
  prove: undefined,
  serve: undefined,
  trust: undefined,
  update: undefined,
  worktree: undefined,
};

describe("a rule that denies holds for the subcommand", () => {
  test("each one is looked at here", () => {
    expect(Object.keys(SUBCOMMANDS).sort()).toEqual(Object.keys(cliCommands).sort());
  });

  for (const [name, args] of Object.entries(SUBCOMMANDS))
    if (args !== undefined)
      test(name, async () => {
        await using omp = await createDenied();
        const run = await omp.run(args);
        expect(run.stderr).toContain("is blocked by user policy");
        expect(run.exitCode).not.toBe(0);
        expect(run.stdout).not.toContain("the secret line");
        expect(existsSync(omp.workspace.at("MARK"))).toBe(false);
      });
});
