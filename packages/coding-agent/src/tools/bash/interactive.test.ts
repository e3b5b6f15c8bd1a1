// Contract: programs that want a person never hang a run and never touch our terminal; with a viewer they get a terminal
// of their own that can be typed into.
import { describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import type { LiveTerminal } from "../../services/shell/terminals.ts";
import { shellTools } from "../../testing/shell-tools.ts";
import bash from "./bash.ts";

/** Asks for a password the way sudo and ssh do. */
const ASKS_TERMINAL = "#!/bin/bash\nexec 3</dev/tty || exit 9\nread -u 3 -r password\n";

describe("without a terminal", () => {
  test.each([
    ["read answer; echo got=$answer", "got=\n"],
    ["cat", "(no output)"],
    ["seq 3 > f; less f", "1\n2\n3\n"],
    ["[ -t 0 ] || [ -t 1 ] || [ -t 2 ] || echo none", "none\n"],
    ["git -c core.editor=vim init -q .; echo $GIT_EDITOR $PAGER $TERM", "true cat dumb\n"],
    ["python3 -c 'input()' 2>&1 | grep -o EOFError", "EOFError\n"],
  ])("%s", async (command, text) => {
    await using shell = shellTools();
    expect((await shell.call(bash, { command, timeout: 20 })).text).toBe(text);
  });

  test("a password prompt finds no terminal", async () => {
    await using shell = shellTools();
    shell.folder.write({ "ask-password": ASKS_TERMINAL });
    chmodSync(shell.folder.at("ask-password"), 0o755);
    const { text, isError } = await shell.call(bash, { command: "./ask-password", timeout: 20 });
    expect(isError).toBe(true);
    expect(text).toContain("/dev/tty");
    expect(text).toEndWith("Command exited with code 9");
  });

  // Some builds of vim end by themselves, others wait for ever for an answer: those end with their time.
  test(
    "a full-screen editor ends",
    async () => {
      await using shell = shellTools();
      const { text } = await shell.call(bash, { command: "vim -c q f; echo over", timeout: 4 });
      expect(text).toMatch(/over|timed out/);
    },
    { timeout: 20_000 },
  );
});

describe("in a terminal that somebody sees", () => {
  /** Types an answer as soon as the screen asks for it. */
  function viewer(asks: string, answer: string) {
    const seen: string[][] = [];
    const opened: LiveTerminal[] = [];
    let isClosed = false;
    return {
      seen,
      opened,
      isClosed: () => isClosed,
      size: { cols: 80, rows: 24 },
      open(terminal: LiveTerminal) {
        opened.push(terminal);
        return {
          changed: () => {
            const lines = [...terminal.readLines()];
            const isFirst = !seen.some((earlier) => earlier.join("\n").includes(asks));
            seen.push(lines);
            if (isFirst && lines.join("\n").includes(asks)) terminal.write(answer);
          },
          closed: () => void (isClosed = true),
        };
      },
    };
  }

  test("a question is seen and answered", async () => {
    await using shell = shellTools();
    const person = viewer("name?", "Ann\r");
    shell.terminals.attend({ size: person.size, opened: (terminal) => person.open(terminal) });
    const { text, updates } = await shell.call(bash, {
      command: "[ -t 0 ] && read -p 'name? ' name </dev/tty; tput cols; echo hello $name",
      pty: true,
      timeout: 20,
    });
    expect(text).toContain("80\nhello Ann");
    expect(person.opened[0]?.title).toContain("read -p");
    expect(person.isClosed()).toBe(true);
    expect(updates.length).toBeGreaterThan(0);
  });

  test("the person ends it", async () => {
    await using shell = shellTools();
    shell.terminals.attend({
      size: { cols: 40, rows: 10 },
      opened: (terminal) => ({ changed: () => void terminal.kill(), closed: () => undefined }),
    });
    const { text, isError } = await shell.call(bash, { command: "echo on; sleep 600", pty: true });
    expect({ isError, end: text.endsWith("Command aborted") }).toEqual({
      isError: true,
      end: true,
    });
  });

  test("nobody there: no terminal", async () => {
    await using shell = shellTools();
    const { text } = await shell.call(bash, { command: "[ -t 0 ] || echo plain", pty: true });
    expect(text).toBe("plain\n");
  });
});
