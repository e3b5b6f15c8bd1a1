// Plain lines with the shipped binary in a real terminal: prompts, commands, numbered choices, questions before calls, and
// nothing that is ever redrawn.
import { describe, expect, test as plainTest } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux } from "@oh-my-pi/pi-testkit/tmux";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionHolder } from "../../session/session-holder.ts";
import { openLiveSession } from "../../testing/live-session.ts";
import { builtBinary, createOmp, type OmpProcess } from "../../testing/omp-process.ts";
import { runAccessible } from "./accessible.ts";

const test = skipUnless(requireTool("tmux"));

function open(omp: OmpProcess) {
  return startTmux([builtBinary(), "--accessible", "--model", "fake/m", "--no-title"], {
    env: omp.workspace.env(),
    cwd: omp.workspace.path,
    columns: 100,
    rows: 50,
  });
}

describe("accessible mode", () => {
  test("a run with an approval, a question, a command and a choice, all by numbers", async () => {
    await using omp = createOmp();
    writeFileSync(
      join(omp.workspace.home, ".omp/agent/config.yml"),
      "tools:\n  approvalMode: always-ask\n",
    );
    const options = [{ label: "Red" }, { label: "Blue" }];
    const colours = { id: "q", question: "Which colours?", options, multi: true };
    omp.workspace.write({ "a.ts": "let a = 1;\n" });
    omp.models.script(
      reply(toolCall("bash", { command: "touch made" })),
      reply(toolCall("read", { path: "a.ts" })),
      reply(toolCall("ask", { questions: [colours] })),
      reply(text("Painted.")),
    );
    await using terminal = await open(omp);
    const say = async (line: string): Promise<void> => {
      await terminal.type(line);
      await terminal.press("Enter");
    };
    await terminal.waitFor("\n>");
    await say("paint");
    await terminal.waitFor(
      (screen) => screen.includes("touch made") && screen.includes("1. Approve"),
    );
    await say("7");
    await terminal.waitFor('There is no choice "7"');
    await say("1");
    const asked = await terminal.waitFor("4. Done selecting");
    expect(existsSync(omp.workspace.at("made"))).toBe(true);
    // What a person reads, not what the model does.
    expect(asked).toContain("[read] a.ts\n  let a = 1;");
    expect(asked).toContain("[ask] Which colours?");
    await say("2");
    await terminal.waitFor("2. Blue, chosen");
    await say("4");
    await terminal.waitFor("Painted.");
    expect(String(omp.models.requests.at(-1)?.body)).toContain("User selected: Blue");
    await say("/help");
    await terminal.waitFor("/tree");
    await say("/thinking");
    const levels = await terminal.waitFor("How hard shall the model think?");
    expect(levels).toMatch(/> \/thinking\n\nHow hard/);
    await say("1");
    await terminal.waitFor("Thinking: off");
    await say("/tree");
    const tree = await terminal.waitFor("Where to?");
    expect(tree).toMatch(/1\. you: paint\n[\s\S]*model: Painted\./);
    await say("");
    await say("/exit");
    expect(await terminal.waitForExit()).toBe(0);
  }, 30_000);

  test("! runs a command and tells it, !! keeps it from the model, Esc as a line stops it", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("I see.")));
    await using terminal = await open(omp);
    const say = async (line: string): Promise<void> => {
      await terminal.type(line);
      await terminal.press("Enter");
    };
    await terminal.waitFor("\n>");
    await say("!echo for-$((40+2))-all");
    await terminal.waitFor("[command] echo for-$((40+2))-all\nfor-42-all\n\n>");
    await say("!!seq 1 200; printf for-$((40+3))-only; exit 3");
    const flooded = await terminal.waitFor("Exit code 3.");
    expect(flooded).toContain("100\n… 100 more lines\nExit code 3.");
    await say("!echo has-$((1+1))-begun; sleep 1000");
    await terminal.waitFor("\nhas-2-begun");
    await say("!echo second");
    await terminal.waitFor("A bash command is already running. Press Esc to cancel it first.");
    await terminal.press("Escape", "Enter");
    await terminal.waitFor("Cancelled.");
    await say("!");
    await terminal.waitFor("Type a command after !");
    await say("what did I do?");
    await terminal.waitFor("I see.");
    const sent = String(omp.models.requests.at(-1)?.body);
    expect(sent).toContain("for-42-all");
    expect(sent).not.toContain("40+3");
  }, 30_000);

  plainTest("what is written is plain text that is only ever added to", async () => {
    await using live = await openLiveSession({ canAsk: true });
    live.models.script(
      reply([
        text("Before \u001b[2J\u001b]0;x\u0007after."),
        toolCall("bash", { command: "true" }),
      ]),
      reply(text("Done.")),
    );
    const lines = ["go", "/todo append \u001b[2Jx", "/exit"];
    let written = "";
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const holder = new SessionHolder(live.current);
    const how = await runAccessible(holder, {
      host: live.host,
      welcome: "Welcome",
      messages: [],
      leave: new AbortController().signal,
      terminal: {
        write: (added) => {
          written += added;
          if (written.includes("Done.")) resolve();
        },
        readLine: async () => {
          if (lines.length < 3) await answered;
          return lines.shift();
        },
      },
    });
    expect(how).toBe("ok");
    expect(written).toContain("after.");
    expect(written).not.toMatch(/[\u001b\u0007\r\b]/);
  });
});
