// The tree on the terminal: as high as half of it, pages, a search for all words, labels, filters, folds, and summaries that can
// be turned back from.
import { describe, expect } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp } from "../../testing/omp-process.ts";
import { openTerminal, say } from "../../testing/omp-terminal.ts";

const test = skipUnless(requireTool("tmux"));
const ROWS = 16;
/** Many keys and waits, on a machine that may be busy. */
const PATIENCE_MS = 30_000;

const rowsIn = (screen: string): string[] =>
  screen.split("\n").filter((line) => /^(→| ) .*[❯●]/.test(line));
const marked = (screen: string): string => rowsIn(screen).find((line) => line[0] === "→") ?? "";

describe("tree", () => {
  test(
    "half of the terminal, pages, all words, labels, folds",
    async () => {
      await using omp = createOmp();
      const turns = Array.from({ length: 6 }, (_, at) => `ship ${at}`);
      omp.models.script(...turns.map((turn) => reply(text(`answer to ${turn}`))));
      await using terminal = await openTerminal(omp, { rows: ROWS });
      for (const turn of turns) {
        await say(terminal, turn);
        await terminal.waitFor(`answer to ${turn}`);
      }
      await say(terminal, "/tree");
      const tree = await terminal.waitFor((screen) => marked(screen).includes("answer to ship 5"));
      expect(rowsIn(tree)).toHaveLength(ROWS / 2);
      expect(tree).toContain("(12/12)");
      expect(marked(tree)).toContain("← here");
      await terminal.press("PPage");
      const page = await terminal.waitFor((screen) => screen.includes("(4/12)"));
      expect(marked(page)).toContain("answer to ship 1");
      await terminal.type("5 answer");
      const found = await terminal.waitFor((screen) => rowsIn(screen).length === 1);
      expect(marked(found)).toContain("answer to ship 5");
      await terminal.press("C-u");
      await terminal.waitFor((screen) => rowsIn(screen).length > 1);
      await terminal.type("L");
      await terminal.waitFor("Label (empty takes it away)");
      await say(terminal, "harbour");
      await terminal.waitFor("[harbour]");
      await terminal.press("Tab", "Tab", "Tab");
      const labeled = await terminal.waitFor("labeled-only");
      expect(rowsIn(labeled)).toHaveLength(1);
      await terminal.press("Tab", "Tab");
      await terminal.waitFor((screen) => screen.includes("(default)") && rowsIn(screen).length > 1);
      await terminal.press("M-Left");
      await terminal.waitFor("⊞");
      await terminal.press("M-Right");
      await terminal.waitFor((screen) => !screen.includes("⊞"));
      await terminal.press("Escape");
      await terminal.waitFor("Ask anything");
    },
    PATIENCE_MS,
  );

  test(
    "a summary: turned back from, then with words of one's own",
    async () => {
      await using omp = createOmp();
      writeFileSync(
        join(omp.workspace.home, ".omp/agent/config.yml"),
        "branchSummary:\n  enabled: true\n",
      );
      omp.models.script(
        reply(text("First answer.")),
        reply(text("Second answer.")),
        reply(text("They spoke of sails.")),
      );
      await using terminal = await openTerminal(omp, { rows: ROWS });
      await say(terminal, "first");
      await terminal.waitFor("First answer.");
      await say(terminal, "second");
      await terminal.waitFor("Second answer.");
      await say(terminal, "/tree");
      await terminal.waitFor((screen) => marked(screen).includes("Second answer."));
      await terminal.press("Up");
      await terminal.waitFor((screen) => marked(screen).includes("❯ second"));
      await terminal.press("Enter");
      await terminal.waitFor("Sum up what you leave?");
      await terminal.press("Escape");
      await terminal.waitFor((screen) => marked(screen).includes("❯ second"));
      await terminal.press("Enter");
      await terminal.waitFor("Sum up what you leave?");
      await terminal.press("Down", "Down", "Enter");
      await terminal.waitFor("What shall the summary be about?");
      await say(terminal, "only the sails");
      await terminal.waitFor("The conversation goes on from here");
      expect(String(omp.models.requests.at(-1)?.body)).toContain("only the sails");
      expect(await terminal.screen()).toContain("They spoke of sails.");
    },
    PATIENCE_MS,
  );
});
