// G7: a rule that denies holds for every face of omp and for programs around it; each face is looked at, or says why not.
import { describe, expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createAgentSession, defineCustomTool } from "./index.ts";
import { startEditor } from "./testing/acp-editor.ts";
import { createDenied, LEAVES_MARK } from "./testing/denied.ts";
import type { OmpProcess } from "./testing/omp-process.ts";
import { type OpenOptions, openTerminal, say } from "./testing/omp-terminal.ts";
import { startRpcHost } from "./testing/rpc-host.ts";

/** How each face is driven; what a person types into it goes through the tables above. */
const FACES: Readonly<Record<string, (omp: OmpProcess) => Promise<string>>> = {
  interactive: (omp) => typeCommands(omp, { args: ["--model", "fake/m"] }),
  accessible: (omp) =>
    typeCommands(omp, { args: ["--model", "fake/m", "--accessible"], until: "\n>" }),
  print: async (omp) => (await omp.run(["--model", "fake/m", "--mode", "json", "-p", "go"])).stdout,
  rpc: async (omp) => {
    await using host = await startRpcHost(["--mode", "rpc"], omp);
    const own = await host.ask("bash", { command: LEAVES_MARK });
    expect(own.error).toContain("is blocked by user policy");
    host.send({ type: "prompt", message: "go" });
    await host.next(({ type }) => type === "agent_end");
    return JSON.stringify(host.frames());
  },
  acp: async (omp) => {
    await using editor = await startEditor({ omp, capabilities: { terminal: true } });
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    expect(editor.terminals.created).toEqual([]);
    return JSON.stringify(editor.updates("tool_call_update"));
  },
};

/** They show what the same session does, and have no way to a tool but its commands. */
const OVER_A_SESSION = ["serve", "shared"];

/** What a person types after `!` is denied, and so is what the model wants; what was seen of the latter. */
async function typeCommands(omp: OmpProcess, options: OpenOptions): Promise<string> {
  await using terminal = await openTerminal(omp, options);
  for (const marks of ["!", "!!"]) {
    await say(terminal, `${marks}${LEAVES_MARK}-${marks.length}`);
    await terminal.waitFor(
      (screen) => screen.split("is blocked by user policy").length > marks.length,
    );
  }
  expect(readdirSync(omp.workspace.path).filter((name) => name.startsWith("MARK"))).toEqual([]);
  await say(terminal, "go");
  await terminal.waitFor(
    (screen) => screen.includes("blocked by user policy") && /\nok/.test(screen),
  );
  return String(omp.models.requests.at(-1)?.body);
}

describe("a rule that denies holds for the face", () => {
  test("each one is looked at here", () => {
    const faces = readdirSync(join(import.meta.dir, "modes"));
    expect(faces.sort()).toEqual([...Object.keys(FACES), ...OVER_A_SESSION].sort());
  });

  const tmux = skipUnless(requireTool("tmux"));
  for (const [name, drive] of Object.entries(FACES)) {
    const isTyped = name === "interactive" || name === "accessible";
    const testFace = isTyped ? tmux : test;
    testFace(name, async () => {
      const omp = await createDenied();
      omp.models.script(reply(toolCall("bash", { command: LEAVES_MARK })), reply(text("ok")));
      const told = await drive(omp);
      expect(told).toContain("is blocked by user policy");
      expect(existsSync(omp.workspace.at("MARK"))).toBe(false);
      if (name === "print" || isTyped) await omp[Symbol.asyncDispose]();
    });
  }
});

test("a rule that denies holds for tools of a program around omp", async () => {
  await using omp = await createDenied();
  await Bun.write(
    join(omp.workspace.home, ".omp/agent/config.yml"),
    JSON.stringify({ tools: { approval: { deploy: "deny" } } }),
  );
  let calls = 0;
  const { session } = await createAgentSession({
    cwd: omp.workspace.path,
    agentDir: join(omp.workspace.home, ".omp/agent"),
    env: omp.workspace.env(),
    model: "fake/m",
    customTools: [
      defineCustomTool({
        name: "deploy",
        description: "x",
        parameters: z.object({}),
        execute: () => String(++calls),
      }),
    ],
  });
  omp.models.script(reply(toolCall("deploy", {})), reply(text("ok")));
  await session.prompt("go");
  await session.dispose();
  expect(omp.models.requests[1]?.body).toContain("is blocked by user policy");
  expect(calls).toBe(0);
});
