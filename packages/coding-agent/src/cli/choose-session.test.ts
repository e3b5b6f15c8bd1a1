// `-r` as a person meets it in a terminal: the list, nothing to list, nothing chosen, and a session of another project.
import { describe, expect } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux, type TmuxSession } from "@oh-my-pi/pi-testkit/tmux";
import { mkdirSync } from "node:fs";
import { builtBinary, createOmp, type OmpProcess } from "../testing/omp-process.ts";

const test = skipUnless(requireTool("tmux"));
const fake = ["--model", "fake/m", "--no-title"];

/** omp in a shell that says how it ended and then waits, so that its last words stay on the screen. */
function open(omp: OmpProcess, args: readonly string[], folder = "."): Promise<TmuxSession> {
  const script = '"$@"; echo "ended with $?"; read -r _';
  return startTmux(["sh", "-c", script, "sh", builtBinary(), ...fake, ...args], {
    env: omp.workspace.env(),
    cwd: omp.workspace.at(folder),
    columns: 180,
    rows: 30,
  });
}

/** A session in which this was said and answered. */
async function talked(omp: OmpProcess, said: string, answered: string): Promise<string> {
  omp.models.script(reply(text(answered)));
  await omp.run([...fake, "-p", said]);
  return String(omp.sessionLines()[0]?.["id"]);
}

describe("-r in a terminal", () => {
  test("shows the sessions; the chosen one goes on, with what was to be said", async () => {
    await using omp = createOmp();
    await talked(omp, "tell me of the sea", "It is wet.");
    await talked(omp, "tell me of hills", "They are high.");
    omp.models.script(reply(text("Very wet.")));
    await using terminal = await open(omp, ["go on", "-r"]);
    await terminal.waitFor("Sessions of this project");
    await terminal.type("sea");
    await terminal.waitFor("→ tell me of the sea");
    expect(omp.models.requests).toHaveLength(2);
    await terminal.press("Enter");
    await terminal.waitFor("Very wet.");
    const { body = "" } = omp.models.requests.at(-1) ?? {};
    for (const part of ["tell me of the sea", "It is wet.", "go on"]) expect(body).toContain(part);
    await terminal.press("C-d");
    const ended = await terminal.waitFor("ended with 0");
    expect(ended).not.toContain("No session selected");
  });

  test("without sessions says so", async () => {
    await using omp = createOmp();
    await using terminal = await open(omp, ["-r"]);
    expect(await terminal.waitFor("ended with 1")).toContain("No sessions found");
  });

  test("whoever chooses none leaves, and nothing is left behind", async () => {
    await using omp = createOmp();
    const id = await talked(omp, "tell me of the sea", "It is wet.");
    await using terminal = await open(omp, ["-r"]);
    await terminal.waitFor("→ tell me of the sea");
    await terminal.press("Escape");
    expect(await terminal.waitFor("ended with 0")).toContain("No session selected");
    expect(omp.sessionLines()[0]?.["id"]).toBe(id);
  });

  const answers: [answer: string, isCopied: boolean][] = [
    ["y", true],
    ["", false],
  ];
  for (const [answer, isCopied] of answers)
    test(`a session of another project is copied here: "${answer}"`, async () => {
      await using omp = createOmp();
      const id = await talked(omp, "tell me of the sea", "It is wet.");
      mkdirSync(omp.workspace.at("other"));
      await using terminal = await open(omp, ["-r", id.slice(0, 30)], "other");
      const question = `is in another project (${omp.workspace.path}). Fork into current directory? [y/N]`;
      await terminal.waitFor(question);
      await terminal.type(answer);
      await terminal.press("Enter");
      await terminal.waitFor(isCopied ? "It is wet." : "ended with 0");
      const header = omp.sessionLines()[0];
      expect(header?.["parentSession"]).toBe(isCopied ? id : undefined);
      if (isCopied) expect(header?.["cwd"]).toBe(omp.workspace.at("other"));
      else expect(await terminal.screen()).toContain("No session selected");
    });
});
