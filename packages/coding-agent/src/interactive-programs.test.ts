// Contract: programs that want a person, and questions of the model, never hold up a run that is driven by a program: over
// RPC, ACP and in print mode they find no terminal, leave the protocol's pipe alone, and the model is told.
import { describe, expect, test } from "bun:test";
import { reply, type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { startEditor } from "./testing/acp-editor.ts";
import { createOmp, type OmpProcess } from "./testing/omp-process.ts";
import { startRpcHost } from "./testing/rpc-host.ts";

/** A command that would wait for a person, and what the model reads of it. */
const PROGRAMS: readonly (readonly [string, string])[] = [
  ["cat", "(no output)"],
  ["read -r answer; echo got=$answer.", "got=."],
  ["bash -i <<< 'echo from-a-shell' 2>/dev/null", "from-a-shell"],
  ["(exec 3</dev/tty) 2>/dev/null || echo no terminal to ask on", "no terminal to ask on"],
  [
    "git -c core.editor=vi commit --allow-empty -m one -q && git commit --amend; git log --format=%s",
    "one",
  ],
  ["seq 500 > many; git -c core.pager=less diff --no-index /dev/null many | tail -1", "+500"],
  ["python3 -c 'import getpass; getpass.getpass()' 2>&1 | tail -1", "EOFError"],
];

const PREPARE = "git init -q . && git config user.email a@example.com && git config user.name a";

/** Every program once plainly and once with a terminal wished for, one call after the other. */
function script(): Reply[] {
  const commands = PROGRAMS.flatMap(([command]) => [{ command }, { command, pty: true }]);
  const calls = [{ command: PREPARE }, ...commands].map((args) => toolCall("bash", args));
  return [...calls.map((call) => reply(call)), reply(text("All done."))];
}

function resultsRead(omp: OmpProcess): string[] {
  const { messages } = JSON.parse(omp.models.requests.at(-1)?.body ?? "{}") as {
    messages: readonly { readonly content: unknown }[];
  };
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .flatMap((block: { type: string }) =>
      block.type === "tool_result" ? [JSON.stringify(block)] : [],
    );
}

function expectAnswers(omp: OmpProcess): void {
  const [, ...results] = resultsRead(omp);
  const wanted = PROGRAMS.flatMap(([, answer]) => [answer, answer]);
  expect(results).toHaveLength(wanted.length);
  for (const [at, answer] of wanted.entries()) expect(results[at]).toContain(answer);
}

const LONG = { timeout: 60_000 };

describe("a program that wants a person", () => {
  test(
    "over RPC; the frames that follow are still omp's",
    async () => {
      await using host = await startRpcHost();
      host.omp.models.script(...script());
      await host.ask("prompt", { message: "go" });
      await host.next(({ type }) => type === "agent_end");
      expectAnswers(host.omp);
      expect((await host.ask("get_state")).success).toBe(true);
    },
    LONG,
  );

  test(
    "over ACP, with an editor that has no terminals",
    async () => {
      await using editor = await startEditor();
      editor.omp.models.script(...script());
      const { sessionId } = await editor.newSession();
      expect((await editor.prompt(sessionId, "go")).stopReason).toBe("end_turn");
      expectAnswers(editor.omp);
    },
    LONG,
  );

  test(
    "in print mode, with input that is not for it",
    async () => {
      await using omp = createOmp();
      omp.models.script(...script());
      const run = await omp.run(["--model", "fake/m", "-p", "go"], { stdin: "meant for omp\n" });
      expect(run).toMatchObject({ exitCode: 0, stdout: "All done.\n" });
      expectAnswers(omp);
    },
    LONG,
  );
});

describe("a question of the model where nobody can answer", () => {
  const questions = [{ id: "q", question: "Which?", options: [{ label: "A" }, { label: "B" }] }];
  const asking = (): Reply[] => [reply(toolCall("ask", { questions })), reply(text("I chose A."))];
  const declined = (omp: OmpProcess): void => {
    const [result] = resultsRead(omp);
    expect(result).toContain("Tool ask not found");
    expect(result).toContain('"is_error":true');
  };

  test("over RPC without a UI", async () => {
    await using host = await startRpcHost();
    host.omp.models.script(...asking());
    await host.ask("prompt", { message: "go" });
    await host.next(({ type }) => type === "agent_end");
    declined(host.omp);
  });

  test("over ACP without forms", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(...asking());
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    declined(editor.omp);
  });

  test("in print mode", async () => {
    await using omp = createOmp();
    omp.models.script(...asking());
    expect(await omp.run(["--model", "fake/m", "-p", "go"])).toMatchObject({ exitCode: 0 });
    declined(omp);
  });
});

describe("a call that insists on a yes, where nobody can give it", () => {
  const command = "rm -rf /no-such-folder-of-omp-tests";
  const calls = (): Reply[] => [reply(toolCall("bash", { command })), reply(text("I left it."))];

  test.each([["--yolo"], ["--auto-approve"]])(
    "fails in print mode, whatever %s says",
    async (flag) => {
      await using omp = createOmp();
      omp.models.script(...calls());
      await omp.run(["--model", "fake/m", flag, "-p", "go"]);
      const [result] = resultsRead(omp);
      expect(result).toContain('"is_error":true');
      expect(result).toMatch(/approv|nobody|confirm/i);
    },
  );
});
