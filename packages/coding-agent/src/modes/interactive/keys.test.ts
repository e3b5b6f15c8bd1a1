// Keys: the published defaults, the user's remaps with older names, and what is said of mistakes.
import { expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { writeFileSync } from "node:fs";
import { createKeys } from "./keys.ts";

test("the published defaults", () => {
  const { keymap, problems } = createKeys("/nowhere/keybindings.json");
  expect(problems).toEqual([]);
  expect(keymap.chordsOf("app.interrupt")).toEqual(["escape"]);
  expect(keymap.chordsOf("app.thinking.cycle")).toEqual(["shift+tab"]);
  expect(keymap.chordsOf("app.message.followUp")).toEqual(["ctrl+enter"]);
  expect(keymap.chordsOf("app.session.rename")).toEqual(["ctrl+r"]);
});

test("remaps hold, older names are understood, [] unbinds, mistakes are said in words", async () => {
  await using workspace = createWorkspace();
  const file = workspace.at("keybindings.json");
  writeFileSync(
    file,
    JSON.stringify({
      "app.thinking.cycle": "Alt+T",
      exit: ["Ctrl+Q"],
      "app.message.followUp": [],
      selectUp: "Ctrl+K",
      "app.interrupt": "Hyper+Nothing",
      "app.unknown": "Ctrl+U",
      "app.clear": 7,
    }),
  );
  const { keymap, problems } = createKeys(file);
  expect(keymap.chordsOf("app.thinking.cycle")).toEqual(["alt+t"]);
  expect(keymap.chordsOf("app.exit")).toEqual(["ctrl+q"]);
  expect(keymap.chordsOf("app.message.followUp")).toEqual([]);
  expect(keymap.chordsOf("tui.select.up")).toEqual(["ctrl+k"]);
  expect(problems).toEqual([
    "keybindings.json: app.clear: give one key as a text, or several in a list",
    'keybindings.json: there is no action "app.unknown"; /hotkeys lists them.',
    'keybindings.json: app.interrupt: "Hyper+Nothing" is no key; write it like Ctrl+P or Alt+Shift+L.',
  ]);
  writeFileSync(file, "{ not json");
  expect(createKeys(file).problems[0]).toStartWith("keybindings.json: the file cannot be read:");
});
