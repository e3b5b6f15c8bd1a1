// G10 with the shipped binary: an answer streams in while the window changes its size 200 times, and at the end every word of
// it is there once, in order: in tmux, and in an emulator that wraps in another way.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { hold, reply, text } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux } from "@oh-my-pi/pi-testkit/tmux";
import { createVirtualTerminal } from "@oh-my-pi/pi-testkit/virtual-terminal";
import fc from "fast-check";
import { builtBinary, createOmp, type OmpProcess } from "../../testing/omp-process.ts";

const RESIZES = 200;
/** The stream goes on after so many resizes. */
const STRIDE = 5;
const WORDS_EACH = 12;
const GATES = RESIZES / STRIDE;

const SIZES = fc.sample(
  fc.record({
    columns: fc.integer({ min: 24, max: 140 }),
    rows: fc.integer({ min: 10, max: 50 }),
  }),
  { numRuns: RESIZES, seed: 20_261_116 },
);

/** An answer of numbered words in paragraphs, which stops at a gate after each piece. */
function scriptAnswer(omp: OmpProcess) {
  const pieces = Array.from({ length: GATES }, (_, piece) => {
    const words = Array.from({ length: WORDS_EACH }, (_, at) => `w${piece * WORDS_EACH + at};`);
    return `${words.join(" ")}${piece % 4 === 3 ? "\n\n" : " "}`;
  });
  // The events before the first delta are the start of the message and of its text.
  const gates = pieces.map((_, at) => hold({ afterEvents: 3 + at }));
  omp.models.script(reply([text([...pieces, "\n\nThe end."]), ...gates]));
  return gates;
}

const numbersIn = (shown: string): number[] =>
  [...shown.matchAll(/w(\d+);/g)].map((match) => Number(match[1]));
const ALL = Array.from({ length: GATES * WORDS_EACH }, (_, number) => number);

/** The end of the story comes at its own time, and when it is calm the scrollback is put in order. */
async function holdsEachOnce(look: () => string | Promise<string>): Promise<void> {
  let shown = "";
  const isWhole = async (): Promise<boolean> => {
    shown = await look();
    return shown.includes("The end.") && Bun.deepEquals(numbersIn(shown), ALL);
  };
  await eventually(isWhole, { timeoutMs: 20_000 }).catch(() =>
    expect(numbersIn(shown)).toEqual(ALL),
  );
}

const command = [builtBinary(), "--model", "fake/m", "--no-title"];

describe("200 resizes while an answer streams in", () => {
  skipUnless(requireTool("tmux"))(
    "tmux",
    async () => {
      await using omp = createOmp();
      const gates = scriptAnswer(omp);
      await using terminal = await startTmux(command, {
        env: omp.workspace.env(),
        cwd: omp.workspace.path,
        columns: 90,
        rows: 30,
      });
      await terminal.waitFor("Ask anything");
      await terminal.type("speak");
      await terminal.press("Enter");
      await gates[0]?.reached;
      for (const [at, { columns, rows }] of SIZES.entries()) {
        if (at % STRIDE === 0) gates[at / STRIDE]?.release();
        await terminal.resize(columns, rows);
      }
      await terminal.resize(100, 40);
      await holdsEachOnce(async () => await terminal.history({ isJoined: true }));
    },
    120_000,
  );

  test("an emulator", async () => {
    await using omp = createOmp();
    const gates = scriptAnswer(omp);
    using screen = createVirtualTerminal({ columns: 90, rows: 30 });
    let answered = 0;
    let drawing = Promise.resolve();
    const terminal = new Bun.Terminal({
      cols: 90,
      rows: 30,
      data: (pty, bytes) => {
        drawing = drawing.then(async () => {
          await screen.write(bytes);
          for (const answer of screen.effects.answers.slice(answered)) pty.write(answer);
          answered = screen.effects.answers.length;
        });
      },
    });
    const child = Bun.spawn(command, {
      cwd: omp.workspace.path,
      env: { ...omp.workspace.env(), TERM: "xterm-256color", TERM_PROGRAM: "vscode" },
      terminal,
    });
    try {
      const shows = (words: string) =>
        eventually(() => screen.logicalLines().join("\n").includes(words), { timeoutMs: 30_000 });
      await shows("Ask anything");
      terminal.write("speak\r");
      await gates[0]?.reached;
      for (const [at, { columns, rows }] of SIZES.entries()) {
        if (at % STRIDE === 0) gates[at / STRIDE]?.release();
        await drawing;
        screen.resize(columns, rows);
        terminal.resize(columns, rows);
        // Every third one is seen by omp before the next; the others come in bursts.
        if (at % 3 === 0) await gates[Math.floor(at / STRIDE) + 1]?.reached;
      }
      await holdsEachOnce(() => screen.logicalLines().join("\n"));
    } finally {
      child.kill();
      await child.exited;
      terminal.close();
    }
  }, 120_000);
});
