// Journeys through the terminal with the shipped binary: what a person types and what they then see.
import { describe, expect } from "bun:test";
import { hold, reply, text, thinking, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux } from "@oh-my-pi/pi-testkit/tmux";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtBinary, createOmp, type OmpProcess } from "../../testing/omp-process.ts";

const test = skipUnless(requireTool("tmux"));

function open(omp: OmpProcess, env: Record<string, string> = {}, ...flags: string[]) {
  return startTmux([builtBinary(), "--model", "fake/m", "--no-title", ...flags], {
    env: { ...omp.workspace.env(), ...env },
    cwd: omp.workspace.path,
    columns: 90,
    rows: 30,
  });
}

function configure(omp: OmpProcess, yaml: string): void {
  writeFileSync(join(omp.workspace.home, ".omp/agent/config.yml"), yaml);
}

describe("the terminal", () => {
  test("a prompt with a tool: the call, its output and the answer are shown", async () => {
    await using omp = createOmp();
    omp.models.script(
      reply([text("Looking."), toolCall("bash", { command: "echo from-the-shell" })]),
      reply(text("All **done**.")),
    );
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("please look");
    await terminal.press("Enter");
    const screen = await terminal.waitFor((shown) => shown.includes("All done."));
    expect(screen).toContain("please look");
    expect(screen).toContain("✓ bash echo from-the-shell");
    expect(screen).toContain("from-the-shell");
    await terminal.press("C-d");
    expect(await terminal.waitForExit()).toBe(0);
  });

  test("approval: no is the default and tells the model, yes runs the call", async () => {
    await using omp = createOmp();
    configure(omp, "tools:\n  approvalMode: always-ask\n");
    const touch = (name: string) => toolCall("bash", { command: `touch ${name}` });
    omp.models.script(
      reply(touch("refused")),
      reply(text("Understood.")),
      reply(touch("allowed")),
      reply(text("Made it.")),
    );
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("first");
    await terminal.press("Enter");
    await terminal.waitFor(
      (screen) => screen.includes("Allow tool: bash") && screen.includes("touch refused"),
    );
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Understood."));
    expect(existsSync(omp.workspace.at("refused"))).toBe(false);
    await terminal.type("second");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("touch allowed"));
    await terminal.press("Down");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Made it."));
    expect(existsSync(omp.workspace.at("allowed"))).toBe(true);
  });

  test("approval shows where a call really goes, through links", async () => {
    await using omp = createOmp();
    configure(omp, "tools:\n  approvalMode: always-ask\n");
    const elsewhere = join(omp.workspace.root, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, omp.workspace.at("link"));
    omp.models.script(
      reply(toolCall("write", { path: "link/new.txt", content: "hello" })),
      reply(text("Understood.")),
    );
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("write it");
    await terminal.press("Enter");
    await terminal.waitFor(`Target: ${join(elsewhere, "new.txt")}`);
    await terminal.press("Escape");
    await terminal.waitFor((screen) => screen.includes("Understood."));
    expect(existsSync(join(elsewhere, "new.txt"))).toBe(false);
  });

  test("Esc stops the model, what came so far stays, and the next prompt works", async () => {
    await using omp = createOmp();
    const waiting = hold();
    omp.models.script(
      reply([text("Once upon"), waiting, text(" a time")]),
      reply(text("Back again.")),
    );
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("tell me");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Once upon"));
    await terminal.press("Escape");
    await terminal.waitFor((screen) => screen.includes("Stopped."));
    waiting.release();
    await terminal.type("go on");
    await terminal.press("Enter");
    const screen = await terminal.waitFor((shown) => shown.includes("Back again."));
    expect(screen).toContain("Once upon");
  });

  test("a line typed while the model works is said next", async () => {
    await using omp = createOmp();
    const waiting = hold();
    omp.models.script(
      reply([text("Working on it"), waiting, text(".")]),
      reply(text("Changed course.")),
    );
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("start");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Working on it"));
    await terminal.type("rather do this");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("1 queued"));
    waiting.release();
    await terminal.waitFor((screen) => screen.includes("Changed course."));
    expect(omp.models.requests[1]?.body).toContain("rather do this");
  });

  test("escape sequences of a model do nothing to the terminal", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("before \u001b]0;stolen title\u0007\u001b[2J\u001b[31mafter")));
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("hi");
    await terminal.press("Enter");
    const screen = await terminal.waitFor((shown) => shown.includes("after"));
    expect(screen).toContain("hi");
    expect(screen).toContain("before");
  });

  test("/help lists commands, /new starts anew, /model changes the model, unknown slashes go to the model", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("First answer.")), reply(text("Second answer.")));
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("/help");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("/tree") && screen.includes("/rename"));
    await terminal.type("hello there");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("First answer."));
    await terminal.type("/new");
    await terminal.press("Enter");
    const fresh = await terminal.waitFor((screen) => screen.includes("A new session."));
    expect(fresh).not.toContain("First answer.");
    await terminal.type("/nothing of the kind");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Second answer."));
    const last = omp.models.requests.at(-1);
    expect(JSON.stringify(last?.body)).toContain("/nothing of the kind");
    expect(JSON.stringify(last?.body)).not.toContain("hello there");
    await terminal.type("/model");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Choose a model"));
    await terminal.press("Escape");
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
  });

  test("Ctrl+O shows tool output in full and shortened again; Ctrl+T hides thoughts", async () => {
    await using omp = createOmp();
    omp.models.script(
      reply([thinking("secret plans"), toolCall("bash", { command: "seq 1 30" })]),
      reply(text("Counted.")),
    );
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("count");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Counted."));
    expect(await terminal.history()).toContain("more lines, Ctrl+O shows them");
    await terminal.press("C-o");
    await terminal.waitFor((screen) => /^\s*29$/m.test(screen));
    await terminal.press("C-o");
    await terminal.waitFor((screen) => screen.includes("more lines, Ctrl+O shows them"));
    expect(await terminal.history()).toContain("secret plans");
    await terminal.press("C-t");
    await terminal.waitFor((screen) => screen.includes("Thinking …"));
    expect(await terminal.history()).not.toContain("secret plans");
  });

  test("what waits to be said can be taken back; the draft can be edited elsewhere", async () => {
    await using omp = createOmp();
    const waiting = hold();
    omp.models.script(reply([text("Working on it."), waiting]));
    await using terminal = await open(omp, { EDITOR: "printf 'written elsewhere' >" });
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("begin");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Working on it."));
    await terminal.type("afterthought");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("next: afterthought"));
    await terminal.press("M-Up");
    await terminal.waitFor((screen) => !screen.includes("next: afterthought"));
    expect(await terminal.screen()).toContain("afterthought");
    await terminal.press("C-g");
    await terminal.waitFor((screen) => screen.includes("written elsewhere"));
    waiting.release();
  });

  test("a paste of 5,000 lines is a marker in the editor and whole in the message", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("Got it.")));
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
    await terminal.paste(lines.join("\n"));
    await terminal.waitFor((screen) => /paste.*5000 lines/i.test(screen));
    expect(await terminal.screen()).not.toContain("line 4000");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Got it."));
    const sent = JSON.stringify(omp.models.requests.at(-1)?.body);
    for (const at of [0, 2500, 4999]) expect(sent).toContain(`line ${at}`);
  });

  test("a storm of resizes loses and doubles nothing", async () => {
    await using omp = createOmp();
    const answer = Array.from({ length: 60 }, (_, at) => `answer line ${at} end`).join("\n\n");
    omp.models.script(reply(text(answer)));
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("speak");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("answer line 59 end"));
    for (const [columns, rows] of STORM) await terminal.resize(columns, rows);
    await terminal.waitFor((screen) => screen.includes("answer line 59 end"));
    const history = await terminal.history();
    for (let at = 0; at < 60; at++) expect(history.split(`answer line ${at} end`)).toHaveLength(2);
  });

  test("Ctrl+Z suspends omp and fg brings it back with its draft", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("Still here.")));
    const command = `${builtBinary()} --model fake/m --no-title`;
    await using terminal = await startTmux(["bash", "--norc", "--noprofile", "-i"], {
      env: { ...omp.workspace.env(), PS1: "shell> " },
      cwd: omp.workspace.path,
      columns: 90,
      rows: 30,
    });
    await terminal.waitFor((screen) => screen.includes("shell>"));
    await terminal.type(command);
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("my draft");
    await terminal.waitFor((screen) => screen.includes("my draft"));
    await terminal.press("C-z");
    await terminal.waitFor((screen) => screen.includes("Stopped"));
    await terminal.type("clear; echo in-the-shell");
    await terminal.press("Enter");
    await terminal.waitFor(
      (screen) => screen.startsWith("in-the-shell") && !screen.includes("draft"),
    );
    await terminal.type("fg");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("my draft") && screen.includes("π"));
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Still here."));
  });

  test("after a crash the session goes on with everything that was said", async () => {
    await using omp = createOmp();
    const waiting = hold();
    omp.models.script(reply(text("The first answer.")), reply([text("Half an"), waiting]));
    {
      await using terminal = await open(omp);
      await terminal.waitFor((screen) => screen.includes("Ask anything"));
      await terminal.type("the first question");
      await terminal.press("Enter");
      await terminal.waitFor((screen) => screen.includes("The first answer."));
      await terminal.type("the second question");
      await terminal.press("Enter");
      await terminal.waitFor((screen) => screen.includes("Half an"));
      process.kill(terminal.pid, "SIGKILL");
      await terminal.waitForExit();
    }
    waiting.release();
    omp.models.script(reply(text("Back with you.")));
    await using again = await open(omp, {}, "--continue");
    await again.waitFor((screen) => screen.includes("The first answer."));
    expect(await again.screen()).toContain("the second question");
    await again.type("go on");
    await again.press("Enter");
    await again.waitFor((screen) => screen.includes("Back with you."));
    expect(JSON.stringify(omp.models.requests.at(-1)?.body)).toContain("the second question");
    await using fresh = await open(omp);
    await fresh.waitFor((screen) => screen.includes("Recent sessions here"));
    expect(await fresh.screen()).toMatch(/the first question · just now/);
  });

  test("a program that wants a terminal gets one, is seen and answered", async () => {
    await using omp = createOmp();
    omp.models.script(
      reply(
        toolCall("bash", {
          command: "read -p 'your name? ' name < /dev/tty; echo hello $name",
          pty: true,
        }),
      ),
      reply(text("Greeted.")),
    );
    await using terminal = await open(omp);
    await terminal.waitFor((screen) => screen.includes("Ask anything"));
    await terminal.type("greet me");
    await terminal.press("Enter");
    await terminal.waitFor(
      (screen) => screen.includes("your name?") && screen.includes("Ctrl+] ends it"),
    );
    await terminal.type("Ada");
    await terminal.press("Enter");
    await terminal.waitFor((screen) => screen.includes("Greeted."));
    expect(await terminal.history()).toContain("hello Ada");
  });
});

const STORM = [
  [40, 10],
  [120, 50],
  [60, 15],
  [25, 8],
  [90, 30],
  [200, 50],
  [30, 40],
  [90, 30],
] as const;
