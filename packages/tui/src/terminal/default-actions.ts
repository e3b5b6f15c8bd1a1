/** The 31 actions that the widgets of this package understand, with their default chords. Data only. */
import type { KeyAction } from "./keymap.ts";

/** Scope of the keys of a text editor. */
export const EDITOR_SCOPE = "editor";
/** Scope of the keys of lists. */
export const SELECT_SCOPE = "select";

type Row = readonly [id: string, description: string, ...defaults: string[]];

const EDITOR: readonly Row[] = [
  ["tui.editor.cursorUp", "Move up", "up"],
  ["tui.editor.cursorDown", "Move down", "down"],
  ["tui.editor.cursorLeft", "Move left", "left", "ctrl+b"],
  ["tui.editor.cursorRight", "Move right", "right", "ctrl+f"],
  ["tui.editor.cursorWordLeft", "Move a word left", "alt+left", "ctrl+left", "alt+b"],
  ["tui.editor.cursorWordRight", "Move a word right", "alt+right", "ctrl+right", "alt+f"],
  ["tui.editor.cursorLineStart", "Move to the start of the line", "home", "ctrl+a"],
  ["tui.editor.cursorLineEnd", "Move to the end of the line", "end", "ctrl+e"],
  ["tui.editor.jumpForward", "Jump to the next occurrence of a character", "ctrl+]"],
  ["tui.editor.jumpBackward", "Jump to the previous occurrence of a character", "ctrl+alt+]"],
  ["tui.editor.pageUp", "Move a page up", "pageup"],
  ["tui.editor.pageDown", "Move a page down", "pagedown"],
  ["tui.editor.deleteCharBackward", "Delete the character before the cursor", "backspace"],
  ["tui.editor.deleteCharForward", "Delete the character under the cursor", "delete", "ctrl+d"],
  [
    "tui.editor.deleteWordBackward",
    "Delete the word before the cursor",
    "ctrl+w",
    "alt+backspace",
    "ctrl+backspace",
  ],
  ["tui.editor.deleteWordForward", "Delete the word after the cursor", "alt+delete", "alt+d"],
  ["tui.editor.deleteToLineStart", "Delete to the start of the line", "ctrl+u"],
  ["tui.editor.deleteToLineEnd", "Delete to the end of the line", "ctrl+k"],
  ["tui.editor.yank", "Insert what was deleted last", "ctrl+y"],
  ["tui.editor.yankPop", "Replace the inserted text by an older deletion", "alt+y"],
  ["tui.editor.undo", "Undo", "ctrl+-"],
  // A terminal without the Kitty protocol cannot tell Shift+Enter from Enter; Ctrl+J works in all of them.
  ["tui.input.newLine", "Insert a line break", "shift+enter", "ctrl+j"],
  ["tui.input.submit", "Submit", "enter"],
  ["tui.input.tab", "Complete", "tab"],
  ["tui.input.copy", "Copy", "ctrl+c"],
];

const SELECT: readonly Row[] = [
  ["tui.select.up", "Previous entry", "up"],
  ["tui.select.down", "Next entry", "down"],
  ["tui.select.pageUp", "A page up", "pageup"],
  ["tui.select.pageDown", "A page down", "pagedown"],
  ["tui.select.confirm", "Choose", "enter"],
  ["tui.select.cancel", "Cancel", "escape", "ctrl+c"],
];

function inScope(scope: string, rows: readonly Row[]): KeyAction[] {
  return rows.map(([id, description, ...defaults]) => ({ id, scope, description, defaults }));
}

/** Every action of the widgets of this package. */
export const WIDGET_ACTIONS: readonly KeyAction[] = [
  ...inScope(EDITOR_SCOPE, EDITOR),
  ...inScope(SELECT_SCOPE, SELECT),
];
