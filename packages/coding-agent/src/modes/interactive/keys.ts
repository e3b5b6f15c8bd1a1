// The keys of the terminal: the actions of this face and of the widgets, with the user's remaps.
import { WIDGET_ACTIONS } from "@oh-my-pi/pi-tui/default-actions";
import type { KeyEvent } from "@oh-my-pi/pi-tui/input-event";
import { createKeymap, type KeyAction, type Keymap } from "@oh-my-pi/pi-tui/keymap";
import { appActions } from "./actions/index.gen.ts";
import type { AppAction } from "./app-action.ts";
import { readKeybindings } from "./keybindings-file.ts";
import { LIST_ACTIONS } from "./list-actions.ts";

const APP_SCOPE = "app";

/** Bindings, and what is wrong with the remaps in words. */
export interface Keys {
  readonly keymap: Keymap;
  readonly problems: readonly string[];
  /** The action of this face that a key means. */
  actionFor(event: KeyEvent): AppAction | undefined;
}

/** The keys as a file of remaps has them. */
export function createKeys(file: string): Keys {
  const bindings = readKeybindings(file);
  const own = appActions.map(({ id, description, defaults }): KeyAction => ({
    id,
    scope: APP_SCOPE,
    description,
    defaults,
  }));
  const { keymap, problems } = createKeymap(
    [...own, ...LIST_ACTIONS, ...WIDGET_ACTIONS],
    bindings.overrides,
  );
  const byId = new Map(appActions.map((action) => [action.id, action]));
  return {
    keymap,
    problems: [...bindings.problems, ...problems.map(inWords)].map(
      (problem) => `keybindings.json: ${problem}`,
    ),
    actionFor: (event) => byId.get(keymap.actionFor(event, APP_SCOPE) ?? ""),
  };
}

function inWords(problem: ReturnType<typeof createKeymap>["problems"][number]): string {
  switch (problem.kind) {
    case "unknown-action":
      return `there is no action "${problem.action}"; /hotkeys lists them.`;
    case "invalid-chord":
      return `${problem.action}: "${problem.chord}" is no key; write it like Ctrl+P or Alt+Shift+L.`;
    case "conflict":
      return `${problem.chord} is bound to ${problem.actions.join(" and ")}; the first one wins.`;
  }
}
