// The user's remaps of keys: a JSON object of action ids and chords. Names of older versions are understood; what is
// wrong is said, and the rest holds.
import type { KeyOverrides } from "@oh-my-pi/pi-tui/keymap";
import { existsSync, readFileSync } from "node:fs";

/** The remaps, and what is wrong with the file. */
export interface Keybindings {
  readonly overrides: KeyOverrides;
  readonly problems: readonly string[];
}

/** Older names, before actions had a place in their id. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  interrupt: "app.interrupt",
  clear: "app.clear",
  exit: "app.exit",
  suspend: "app.suspend",
  cycleThinkingLevel: "app.thinking.cycle",
  toggleThinking: "app.thinking.toggle",
  cycleModelForward: "app.model.cycleForward",
  cycleModelBackward: "app.model.cycleBackward",
  selectModel: "app.model.select",
  selectModelTemporary: "app.model.selectTemporary",
  expandTools: "app.tools.expand",
  externalEditor: "app.editor.external",
  followUp: "app.message.followUp",
  dequeue: "app.message.dequeue",
  pasteImage: "app.clipboard.pasteImage",
  copyLine: "app.clipboard.copyLine",
  copyPrompt: "app.clipboard.copyPrompt",
  newSession: "app.session.new",
  tree: "app.session.tree",
  fork: "app.session.fork",
  resume: "app.session.resume",
  historySearch: "app.history.search",
  togglePlanMode: "app.plan.toggle",
  toggleSTT: "app.stt.toggle",
  newLine: "tui.input.newLine",
  submit: "tui.input.submit",
  tab: "tui.input.tab",
  copy: "tui.input.copy",
};
const OLDER_SELECT = /^select(Up|Down|PageUp|PageDown|Confirm|Cancel)$/;
const OLDER_EDITOR = /^(cursor|delete|jump|page|yank|undo)\w*$/;

/** Reads the file; one that does not exist remaps nothing. */
export function readKeybindings(file: string): Keybindings {
  if (!existsSync(file)) return { overrides: {}, problems: [] };
  try {
    return parseKeybindings(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { overrides: {}, problems: [`the file cannot be read: ${why}`] };
  }
}

/** Takes what a file says. */
function parseKeybindings(json: unknown): Keybindings {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return { overrides: {}, problems: ["it must be an object of action ids and keys"] };
  const problems: string[] = [];
  const overrides = Object.entries(json).flatMap(([id, value]: [string, unknown]) => {
    if (isChords(value)) return [[presentName(id), value] as const];
    problems.push(`${id}: give one key as a text, or several in a list`);
    return [];
  });
  return { overrides: Object.fromEntries(overrides), problems };
}

function isChords(value: unknown): value is string | readonly string[] {
  return (
    typeof value === "string" ||
    (Array.isArray(value) && value.every((each) => typeof each === "string"))
  );
}

function presentName(id: string): string {
  const select = OLDER_SELECT.exec(id)?.[1];
  if (select !== undefined) return `tui.select.${select[0]?.toLowerCase()}${select.slice(1)}`;
  if (OLDER_EDITOR.test(id)) return `tui.editor.${id}`;
  return OLDER_NAMES[id] ?? id;
}
