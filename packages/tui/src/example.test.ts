/** Defends: the example of the README is the one that is type-checked, and it runs on a real terminal. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { Tmux } from "./testing/tmux.ts";

const root = join(import.meta.dir, "..");
const example = join(root, "examples/hello.ts");

describe("example", () => {
  test("the README shows it as it is", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    expect(readme).toContain(`\`\`\`ts\n${readFileSync(example, "utf8")}\`\`\``);
  });

  skipUnless(requireTool("tmux"))(
    "it echoes what is submitted and gives the terminal back",
    async () => {
      const script = `"${process.execPath}" "${example}"; printf 'status %s\\n' "$?"; read -r line; printf 'got %s.\\n' "$line"; cat`;
      using tmux = new Tmux(["sh", "-c", script], 60, 12);
      await tmux.until((text) => text.includes("Ctrl+D quits"), "the placeholder");
      tmux.press("hi");
      await tmux.until((text) => text.includes("\nhi"), "the typed text");
      tmux.press("Enter");
      await tmux.until((text) => text.includes("You said: hi"), "the echo");
      tmux.press("C-d");
      await tmux.until((text) => text.includes("status 0"), "the end of the program");
      tmux.press("plain");
      tmux.press("Enter");
      const text = await tmux.until((text) => text.includes("got "), "the shell's own input");
      // Nothing was typed into the shell by late answers of the terminal.
      expect(text).toContain("got plain.");
    },
    60_000,
  );
});
