// Journeys through the screens with the shipped binary: tree and branch, sessions, models, themes, history, settings,
// questions, to-do list.
import { describe, expect } from "bun:test";
import { hold, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "../../testing/omp-process.ts";
import { openTerminal, say } from "../../testing/omp-terminal.ts";
import type { screens } from "./screens/index.gen.ts";

const test = skipUnless(requireTool("tmux"));

/** Many keys and waits, on a machine that may be busy. */
const PATIENCE_MS = 30_000;
const DRACULA_MUTED = "38;2;160;166;196";
const configFile = (omp: OmpProcess): string => join(omp.workspace.home, ".omp/agent/config.yml");

/** What is typed, and what its screen is called. */
const OPENED: Readonly<Record<keyof typeof screens, readonly [typed: string, title: string]>> = {
  branch: ["/branch", "Go on from before which message?"],
  history: ["C-r", "What you typed before"],
  hotkeys: ["/hotkeys", "Keys (change them"],
  login: ["/login", "A key of which provider?"],
  model: ["/model", "Choose a model"],
  resume: ["/resume", "Sessions of this project"],
  settings: ["/settings", "appearance"],
  theme: ["/theme", "Choose a theme"],
  thinking: ["/thinking", "How hard shall the model think?"],
  tree: ["/tree", "The tree of this session"],
};

describe("screens", () => {
  test(
    "each opens with its title, and Esc leaves everything as it was",
    async () => {
      await using omp = createOmp();
      writeModels(omp, { fake: ["m"] }, { reasoning: true });
      omp.models.script(reply(text("Hello.")));
      await using terminal = await openTerminal(omp);
      await say(terminal, "hi");
      await terminal.waitFor("Hello.");
      for (const [typed, title] of Object.values(OPENED)) {
        if (typed.startsWith("/")) await say(terminal, typed);
        else await terminal.press(typed);
        await terminal.waitFor(title);
        await terminal.press("Escape");
        await terminal.waitFor(
          (screen) => screen.includes("Ask anything") && !screen.includes(title),
        );
      }
      expect(await terminal.screen()).toContain("Hello.");
      expect(omp.models.requests).toHaveLength(1);
    },
    PATIENCE_MS,
  );

  test(
    "tree: go back to a message, say it otherwise, both ways stay in the tree",
    async () => {
      await using omp = createOmp();
      omp.models.script(reply(text("First answer.")), reply(text("Second answer.")));
      await using terminal = await openTerminal(omp);
      await say(terminal, "paint it red");
      await terminal.waitFor("First answer.");
      await terminal.press("Escape", "Escape");
      await terminal.waitFor("The tree of this session");
      await terminal.press("Up");
      await terminal.press("Enter");
      await terminal.waitFor("The conversation goes on from here");
      await terminal.waitFor(
        (screen) => screen.includes("paint it red") && !screen.includes("First answer."),
      );
      await terminal.press("C-u");
      await say(terminal, "paint it blue");
      await terminal.waitFor("Second answer.");
      const last = JSON.stringify(omp.models.requests.at(-1)?.body);
      expect(last).toContain("paint it blue");
      expect(last).not.toContain("paint it red");
      await say(terminal, "/tree");
      const tree = await terminal.waitFor((screen) => screen.includes("paint it red"));
      expect(tree).toContain("paint it blue");
      expect(tree).toContain("← here");
      await terminal.press("BTab");
      await terminal.waitFor("Label (empty takes it away)");
      await say(terminal, "blue way");
      await terminal.waitFor("[blue way]");
      await terminal.press("Tab", "Tab", "Tab");
      await terminal.waitFor(
        (screen) => screen.includes("[blue way]") && !screen.includes("paint it red"),
      );
      await terminal.press("Escape");
    },
    PATIENCE_MS,
  );

  test(
    "/branch goes on in a session of its own; /resume finds the other one by what was said in it",
    async () => {
      await using omp = createOmp();
      omp.models.script(reply(text("An answer about walruses.")), reply(text("Other answer.")));
      await using terminal = await openTerminal(omp);
      await say(terminal, "tell me of the sea");
      await terminal.waitFor("An answer about walruses.");
      await say(terminal, "/branch");
      await terminal.waitFor("Go on from before which message?");
      await terminal.press("Enter");
      await terminal.waitFor("A new branch");
      await terminal.press("C-u");
      await say(terminal, "tell me of hills");
      await terminal.waitFor("Other answer.");
      await say(terminal, "/resume");
      await terminal.waitFor("Sessions of this project");
      await terminal.type("walruses");
      await terminal.waitFor(
        (screen) => screen.includes("> walruses") && screen.includes("→ tell me of the sea"),
      );
      await terminal.press("C-r");
      await terminal.waitFor("New name");
      await say(terminal, "sea things");
      await terminal.waitFor((screen) => screen.includes("→ sea things"));
      await terminal.press("Enter");
      await terminal.waitFor((screen) => screen.includes("Back in sea things."));
      await terminal.waitFor("An answer about walruses.");
      await say(terminal, "/resume");
      await terminal.waitFor("→ tell me of hills");
      await terminal.press("C-d");
      await terminal.waitFor('Delete "tell me of hills"?');
      await terminal.press("Down", "Enter");
      await terminal.waitFor("No sessions");
    },
    PATIENCE_MS,
  );

  test(
    "model: for this session with Alt+P, as a role with Ctrl+L",
    async () => {
      await using omp = createOmp();
      omp.models.script(reply(text("Said by n.")));
      addModel(omp);
      await using terminal = await openTerminal(omp);
      await terminal.press("M-p");
      await terminal.waitFor("Choose a model for this session");
      await terminal.type("fake/n");
      await terminal.press("Enter");
      await terminal.waitFor("Model: fake/n");
      await say(terminal, "hello");
      await terminal.waitFor("Said by n.");
      expect(omp.models.requests[0]?.body).toContain('"n"');
      await terminal.press("C-l");
      await terminal.waitFor("Choose a model");
      await terminal.type("fake/m");
      await terminal.press("Enter");
      await terminal.waitFor("Use fake/m");
      await terminal.type("smol");
      await terminal.press("Enter");
      await terminal.waitFor("Model for smol: fake/m");
      expect(readFileSync(configFile(omp), "utf8")).toContain("smol: fake/m");
    },
    PATIENCE_MS,
  );

  test(
    "model: the canonical view keeps the official id, tabs of providers name one",
    async () => {
      await using omp = createOmp();
      writeModels(omp, { one: ["claude-haiku-4-5"], two: ["claude-haiku-4-5", "other"] });
      await using terminal = await openTerminal(omp, { args: ["--model", "one/claude-haiku-4-5"] });
      await terminal.press("C-l");
      const tabs = await terminal.waitFor((screen) => screen.includes("canonical"));
      expect(tabs).toMatch(/all.*canonical.*one.*two/);
      expect(tabs).toContain("two/other");
      await terminal.press("Tab");
      await terminal.waitFor(/→ claude-haiku-4-5 +one\/claude-haiku-4-5, of one, two/);
      await terminal.type("haiku");
      await terminal.press("Enter");
      await terminal.waitFor("Use claude-haiku-4-5");
      await terminal.type("slow");
      await terminal.press("Enter");
      await terminal.waitFor("Model for slow: claude-haiku-4-5");
      expect(readFileSync(configFile(omp), "utf8")).toContain("slow: claude-haiku-4-5");
      await terminal.press("C-l");
      await terminal.waitFor("Choose a model");
      await terminal.press("Tab", "Tab", "Tab");
      await terminal.waitFor(/→ two\/claude-haiku-4-5/);
      await terminal.type("other");
      await terminal.press("Enter");
      await terminal.waitFor("Use two/other");
      await terminal.type("in this session");
      await terminal.press("Enter");
      await terminal.waitFor("Model: two/other");
    },
    PATIENCE_MS,
  );

  test(
    "model: Ctrl+P goes through the roles of cycleOrder, round and round",
    async () => {
      await using omp = createOmp();
      writeModels(omp, { one: ["a"], two: ["b", "c"] });
      const roles = { smol: "two/b", slow: "two/c" };
      writeFileSync(
        configFile(omp),
        JSON.stringify({ modelRoles: roles, cycleOrder: ["slow", "default", "smol"] }),
      );
      await using terminal = await openTerminal(omp, { args: ["--model", "one/a"] });
      for (const next of ["two/b", "two/c", "one/a"]) {
        await terminal.press("C-p");
        await terminal.waitFor((screen) =>
          screen.trimEnd().split("Model: ").at(-1)!.startsWith(next),
        );
      }
    },
    PATIENCE_MS,
  );

  test(
    "theme: shown while the marker stands on it, kept when chosen, as it was after Esc",
    async () => {
      await using omp = createOmp();
      await using terminal = await openTerminal(omp);
      const isDracula = async (): Promise<boolean> =>
        (await terminal.screen({ hasColors: true })).includes(DRACULA_MUTED);
      await say(terminal, "/theme");
      await terminal.waitFor("Choose a theme");
      expect(await isDracula()).toBe(false);
      await terminal.type("dracula");
      await eventually(isDracula);
      await terminal.press("Escape");
      await terminal.waitFor("Ask anything");
      await eventually(async () => !(await isDracula()));
      await say(terminal, "/theme");
      await terminal.waitFor("Choose a theme");
      await terminal.type("dracula");
      await terminal.press("Enter");
      await terminal.waitFor("Theme: dracula");
      expect(readFileSync(configFile(omp), "utf8")).toContain("dark: dracula");
      await say(terminal, "/theme darcula");
      await terminal.waitFor("Did you mean dracula?");
    },
    PATIENCE_MS,
  );

  test(
    "history: what was typed in an earlier run is found and goes into the editor",
    async () => {
      await using omp = createOmp();
      omp.models.script(reply(text("Noted.")), reply(text("Again.")));
      {
        await using terminal = await openTerminal(omp);
        await say(terminal, "remember the zebra");
        await terminal.waitFor("Noted.");
        await terminal.press("C-d");
        await terminal.waitForExit();
      }
      await using terminal = await openTerminal(omp);
      await terminal.press("C-r");
      await terminal.waitFor("What you typed before");
      await terminal.type("zeb");
      await terminal.waitFor("→ remember the zebra");
      await terminal.press("Enter");
      await terminal.waitFor((screen) => !screen.includes("What you typed before"));
      await terminal.press("Enter");
      await terminal.waitFor("Again.");
      expect(JSON.stringify(omp.models.requests.at(-1)?.body)).toContain("remember the zebra");
      await terminal.press("Up");
      await terminal.waitFor((screen) => screen.split("remember the zebra").length > 2);
    },
    PATIENCE_MS,
  );

  test(
    "settings: nine groups, a choice is changed in your file",
    async () => {
      await using omp = createOmp();
      await using terminal = await openTerminal(omp);
      await say(terminal, "/settings");
      const screen = await terminal.waitFor("appearance");
      for (const group of [
        "model",
        "interaction",
        "context",
        "memory",
        "editing",
        "tasks",
        "providers",
        "tools",
      ])
        expect(screen).toContain(group);
      await terminal.type("doubleEscape");
      await terminal.press("Enter");
      await terminal.waitFor("What Esc twice does");
      await terminal.press("Up", "Enter");
      await terminal.waitFor("doubleEscapeAction = branch *");
      expect(readFileSync(configFile(omp), "utf8")).toContain("doubleEscapeAction: branch");
      await terminal.press("Escape");
      await terminal.waitFor("Ask anything");
      await terminal.press("Escape", "Escape");
      await terminal.waitFor("There is no message of yours yet.");
      await say(terminal, "/hotkeys");
      await terminal.waitFor("Keys (change them");
      await terminal.type("selectTemporary");
      await terminal.waitFor("Alt+P");
    },
    PATIENCE_MS,
  );

  test(
    "ask: one choice, several, and words of one's own",
    async () => {
      await using omp = createOmp();
      const options = [{ label: "Red" }, { label: "Blue" }];
      const questions = [
        { id: "one", question: "Which colour?", options, recommended: 1 },
        { id: "many", question: "Which ones?", options, multi: true },
        { id: "own", question: "Or what?", options },
      ];
      omp.models.script(reply(toolCall("ask", { questions })), reply(text("Thanks.")));
      await using terminal = await openTerminal(omp);
      await say(terminal, "ask me");
      const first = await terminal.waitFor("→ Blue (Recommended)");
      expect(first).toMatch(/Question 1 of 3\nWhich colour\?\n {2}Red\n/);
      await terminal.press("Right");
      await terminal.waitFor(
        (screen) => screen.includes("Which ones?") && screen.includes("→ ○ Red"),
      );
      await terminal.press("Left");
      await terminal.waitFor("→ Blue (Recommended)");
      await terminal.press("Enter");
      await terminal.waitFor("Which ones?");
      await terminal.press("Enter");
      await terminal.waitFor("→ ✓ Red");
      await terminal.press("Down", "Space");
      await terminal.waitFor("→ ✓ Blue");
      await terminal.press("Space");
      await terminal.waitFor("→ ○ Blue");
      await terminal.press("Down", "Down");
      await terminal.waitFor("→ Done selecting");
      await terminal.press("Enter");
      await terminal.waitFor("Or what?");
      await terminal.press("Down", "Down", "Enter");
      await terminal.waitFor("Your answer;");
      await terminal.press("Escape");
      await terminal.waitFor("→ Other (type your own)");
      await terminal.press("Enter");
      await terminal.waitFor("Your answer;");
      await say(terminal, "green please");
      await terminal.waitFor("Thanks.");
      const body = String(omp.models.requests.at(-1)?.body);
      expect(body).toContain("one: Blue");
      expect(body).toContain("many: Red");
      expect(body).toContain("green please");
    },
    PATIENCE_MS,
  );

  test(
    "the to-do list stands above the editor while there is something to do",
    async () => {
      await using omp = createOmp();
      await using terminal = await openTerminal(omp);
      await say(terminal, "/todo append sweep the floor");
      await terminal.waitFor((screen) => screen.includes("→ sweep the floor"));
      await say(terminal, "/todo append water the plants");
      await terminal.waitFor(
        (screen) => screen.includes("○ water the plants") && screen.includes("0/2"),
      );
      await say(terminal, "/todo done sweep");
      await terminal.waitFor(
        (screen) => screen.includes("✓ sweep the floor") && screen.includes("1/2"),
      );
      await say(terminal, "/todo rm");
      await terminal.waitFor((screen) => screen.includes("The to-do list is empty."));
      expect(await terminal.screen()).not.toContain("1/2");
    },
    PATIENCE_MS,
  );

  test(
    "compact: the conversation is summed up and goes on",
    async () => {
      await using omp = createOmp();
      writeFileSync(configFile(omp), "compaction:\n  keepRecentTokens: 1\n");
      omp.models.script(
        reply(text("A long answer about ships. ".repeat(20))),
        reply(text("Another answer about ships.")),
        reply(text("They spoke of ships.")),
        reply(text("Ships.")),
        reply(text("On we go.")),
      );
      await using terminal = await openTerminal(omp);
      await say(terminal, "tell me of ships");
      await terminal.waitFor("about ships.");
      await say(terminal, "more of them");
      await terminal.waitFor("Another answer");
      await say(terminal, "/compact");
      await terminal.waitFor("The conversation was summed up");
      await say(terminal, "and now?");
      await terminal.waitFor("On we go.");
      const sent = String(omp.models.requests.at(-1)?.body);
      expect(sent).toContain("<summary>");
      expect(sent).not.toContain("A long answer about ships.");
    },
    PATIENCE_MS,
  );

  test(
    "Esc takes back what waits to be said, so that it can be changed",
    async () => {
      await using omp = createOmp();
      const waiting = hold();
      omp.models.script(reply([text("Working on it."), waiting]), reply(text("Changed.")));
      await using terminal = await openTerminal(omp);
      await say(terminal, "begin");
      await terminal.waitFor("Working on it.");
      await say(terminal, "then do B");
      await terminal.waitFor("next: then do B");
      await terminal.press("Escape");
      await terminal.waitFor(
        (screen) => screen.includes("Stopped.") && !screen.includes("next: then do B"),
      );
      await terminal.type(" and C");
      await terminal.press("Enter");
      await terminal.waitFor("Changed.");
      expect(String(omp.models.requests.at(-1)?.body)).toContain("then do B and C");
      waiting.release();
    },
    PATIENCE_MS,
  );
});

/** A second model of the same provider. */
function addModel(omp: OmpProcess): void {
  writeModels(omp, { fake: ["m", "n"] });
}

/** Providers at the fake server with these models. */
function writeModels(
  omp: OmpProcess,
  ids: Readonly<Record<string, readonly string[]>>,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const path = join(omp.workspace.home, ".omp/agent/models.yml");
  const { fake } = (JSON.parse(readFileSync(path, "utf8")) as ModelsFile).providers;
  const providers = Object.entries(ids).map(([name, own]) => [
    name,
    { ...fake, models: own.map((id) => ({ ...fake?.models[0], ...more, id })) },
  ]);
  writeFileSync(path, JSON.stringify({ providers: Object.fromEntries(providers) as unknown }));
}

interface ModelsFile {
  readonly providers: Readonly<Record<string, { readonly models: readonly { id: string }[] }>>;
}
