// G13 with the shipped binary in a real terminal: model, tools, their output, file names, the branch, sessions, a server's
// models and what servers say of errors are hostile. Every byte that the terminal is told is looked at, and an emulator
// says what came of it: clipboard, title, cursor and screen are as omp itself leaves them.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { HOSTILE_LINE, HOSTILE_WORD, obeyedTricks } from "@oh-my-pi/pi-testkit/foreign-text";
import { httpError, reply, text, thinking, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createVirtualTerminal } from "@oh-my-pi/pi-testkit/virtual-terminal";
import { HOSTILE_FILE, layOutHostileHome, nameNewestSession } from "./testing/hostile-home.ts";
import { builtBinary, createOmp, type OmpProcess } from "./testing/omp-process.ts";

const PATIENCE_MS = 60_000;
const SIZE = { columns: 120, rows: 40 };

/** Commands that report, and words of their reports. */
const REPORTS = {
  changes: "1 file, +1 -0",
  jobs: "No background jobs.",
  leases: "Nothing is allowed beyond",
  sandbox: "Protected:",
  tools: "todo_write",
  session: "Begun",
  debug: "Entries",
};

/** Commands that print what is not ours, mistakes included. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "models of a server": ["models", "hostile"],
  "no such model": ["models", HOSTILE_LINE],
  "lines that were found": ["grep", "hostile", "."],
  "a file": ["read", HOSTILE_FILE],
  "no such file": ["read", `missing ${HOSTILE_LINE}`],
  "output of a command": ["shell", "cat *.txt; cat *.txt >&2"],
  "no such setting": ["config", "get", HOSTILE_LINE],
  "no such flag": [`--${HOSTILE_LINE}`],
  "no such provider": ["auth", "show", HOSTILE_LINE],
  "no such session": ["--resume", HOSTILE_LINE, "-p", "hi"],
  "a model nobody has": ["--model", `fake/no-${HOSTILE_LINE}`, "-p", "hi"],
  "what a server says of an error": ["--model", "fake/m", "--no-title", "-p", "hi"],
};

/** The binary in a terminal; what it says is read as text, and drawn. */
class Watched implements AsyncDisposable {
  told = "";
  readonly screen = createVirtualTerminal(SIZE);
  readonly #child: Bun.Subprocess;
  #drawn: Promise<unknown> = Promise.resolve();

  constructor(omp: OmpProcess, args: readonly string[], env: Record<string, string>) {
    const decoder = new TextDecoder();
    this.#child = Bun.spawn([builtBinary(), ...args], {
      cwd: omp.workspace.path,
      env: omp.workspace.env({ ...env, COLORTERM: "truecolor" }),
      terminal: {
        cols: SIZE.columns,
        rows: SIZE.rows,
        data: (_, bytes) => {
          this.told += decoder.decode(bytes, { stream: true });
          this.#drawn = this.screen.write(bytes.slice());
        },
      },
    });
  }

  type(keys: string): void {
    this.#child.terminal?.write(keys);
  }

  /** Waits until this is on the screen; the failure shows the screen. */
  async sees(words: string): Promise<void> {
    const look = async (): Promise<boolean> => {
      await this.#drawn;
      return this.screen.screenText().includes(words);
    };
    try {
      await eventually(look, { timeoutMs: 20_000, what: words });
    } catch (error) {
      throw new Error(`${words} was not shown:\n${this.screen.screenText()}`, { cause: error });
    }
  }

  /** Waits until this was said. */
  async hears(words: string): Promise<void> {
    await eventually(() => this.told.includes(words), { what: `${words} in ${this.told}` });
  }

  /** Opens something by a command and closes it again. */
  async visit(command: string, words: string): Promise<void> {
    this.type(`${command}\r`);
    await this.sees(words);
    this.type("\u001b");
    await this.sees("Ask anything");
  }

  async ended(): Promise<number> {
    const code = await this.#child.exited;
    await this.#drawn;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
    this.#child.terminal?.close();
    this.screen[Symbol.dispose]();
  }
}

describe("where everything is hostile", () => {
  test(
    "a session in the terminal: all of it is seen, none of it is obeyed",
    async () => {
      await using omp = createOmp();
      const env = layOutHostileHome(omp);
      omp.models.script(reply(text(HOSTILE_LINE)));
      await omp.run(["--model", "fake/m", "--no-title", "-p", HOSTILE_LINE], { env });
      nameNewestSession(omp);
      omp.models.script(
        reply([
          thinking(HOSTILE_LINE),
          text(`# ${HOSTILE_LINE}\n\n- ${HOSTILE_LINE}\n\n\`\`\`js\n${HOSTILE_LINE}\n\`\`\`\n`),
          toolCall("bash", { command: `cat *.txt; exit 3 # ${HOSTILE_LINE}` }),
          toolCall("read", { path: HOSTILE_FILE }),
          toolCall("write", { path: `new-${HOSTILE_FILE}`, content: HOSTILE_LINE }),
          toolCall("read", { path: `missing ${HOSTILE_LINE}` }),
          toolCall("todo_write", {
            ops: [{ op: "init", list: [{ phase: HOSTILE_LINE, items: [HOSTILE_LINE] }] }],
          }),
        ]),
        reply(text(`Looked at ${HOSTILE_LINE}. First part is over.`)),
        httpError(400, { message: `Broken: ${HOSTILE_LINE}` }),
      );
      await using terminal = new Watched(omp, ["--model", "fake/m", "--no-title"], env);
      await terminal.sees("Recent sessions here");
      terminal.type("look\r");
      await terminal.sees("First part is over.");
      terminal.type("again\r");
      await terminal.sees(`Broken: ${HOSTILE_WORD}`);
      await terminal.visit("/model", "Choose a model");
      await terminal.visit("/resume", "Sessions of this project");
      await terminal.visit("/tree", "The tree of this session");
      await terminal.visit("/branch", "Go on from before which message?");
      await terminal.visit("/settings", "Settings");
      for (const [command, words] of Object.entries(REPORTS)) {
        terminal.type(`/${command}\r`);
        await terminal.sees(words);
      }
      terminal.type("/evi");
      await terminal.sees("→ /evil");
      terminal.type("l\u0015");
      await terminal.sees("Ask anything");
      terminal.type("@hos");
      await terminal.sees("→ ");
      terminal.type("\u0015");
      await terminal.sees("Ask anything");
      terminal.type("\u0004");
      expect(await terminal.ended()).toBe(0);
      const { told, screen } = terminal;
      expect(told.split(HOSTILE_WORD).length).toBeGreaterThan(30);
      expect(obeyedTricks(told)).toEqual([]);
      expect(screen.effects.clipboardWrites).toEqual([]);
      expect(screen.effects.bells).toBe(0);
      expect(screen.effects.title).toStartWith("omp · ");
      expect(screen.isAlternateScreen).toBe(false);
      expect(screen.cursor.isVisible).toBe(true);
    },
    PATIENCE_MS,
  );

  test(
    "the accessible face",
    async () => {
      await using omp = createOmp();
      const env = layOutHostileHome(omp);
      omp.models.script(
        reply([
          thinking(HOSTILE_LINE),
          text(HOSTILE_LINE),
          toolCall("bash", { command: `cat *.txt # ${HOSTILE_LINE}` }),
          toolCall("read", { path: `missing ${HOSTILE_LINE}` }),
        ]),
        reply(text("First part is over.")),
        httpError(400, { message: HOSTILE_LINE }),
      );
      const args = ["--model", "fake/m", "--no-title", "--accessible"];
      await using terminal = new Watched(omp, args, env);
      await terminal.sees("> ");
      terminal.type("look\r");
      await terminal.sees("First part is over.");
      terminal.type("again\r");
      await terminal.sees("Error: ");
      terminal.type("/changes\r/evil-word\u001b]52;c;cHduZWQ=\r\u0004");
      expect(await terminal.ended()).toBe(0);
      expect(terminal.told.split(HOSTILE_WORD).length).toBeGreaterThan(8);
      expect(obeyedTricks(terminal.told)).toEqual([]);
      expect(terminal.screen.effects).toMatchObject({ title: "", clipboardWrites: [], bells: 0 });
    },
    PATIENCE_MS,
  );

  for (const [name, args] of Object.entries(COMMANDS))
    test(
      `omp: ${name}`,
      async () => {
        await using omp = createOmp();
        const env = layOutHostileHome(omp);
        if (args.includes("fake/m")) omp.models.script(httpError(400, { message: HOSTILE_LINE }));
        await using terminal = new Watched(omp, args, env);
        await terminal.ended();
        await terminal.hears(HOSTILE_WORD);
        expect(obeyedTricks(terminal.told)).toEqual([]);
        expect(terminal.screen.effects).toMatchObject({ title: "", clipboardWrites: [], bells: 0 });
      },
      PATIENCE_MS,
    );
});
