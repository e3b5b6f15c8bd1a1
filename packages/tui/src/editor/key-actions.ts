/** Which action of the reducer a key means. */
import type { KeyEvent } from "../terminal/input-event.ts";
import type { LayoutOptions } from "./layout.ts";
import type { EditorAction } from "./reduce.ts";

const FIXED: Readonly<Record<string, EditorAction>> = {
  "tui.editor.cursorLeft": { type: "move", to: "left" },
  "tui.editor.cursorRight": { type: "move", to: "right" },
  "tui.editor.cursorWordLeft": { type: "move", to: "word-left" },
  "tui.editor.cursorWordRight": { type: "move", to: "word-right" },
  "tui.editor.cursorLineStart": { type: "move", to: "line-start" },
  "tui.editor.cursorLineEnd": { type: "move", to: "line-end" },
  "tui.editor.jumpForward": { type: "jump", direction: "forward" },
  "tui.editor.jumpBackward": { type: "jump", direction: "backward" },
  "tui.editor.deleteCharBackward": { type: "delete", what: "char-backward" },
  "tui.editor.deleteCharForward": { type: "delete", what: "char-forward" },
  "tui.editor.deleteWordBackward": { type: "delete", what: "word-backward" },
  "tui.editor.deleteWordForward": { type: "delete", what: "word-forward" },
  "tui.editor.deleteToLineStart": { type: "delete", what: "to-line-start" },
  "tui.editor.deleteToLineEnd": { type: "delete", what: "to-line-end" },
  "tui.editor.yank": { type: "yank" },
  "tui.editor.yankPop": { type: "yank-pop" },
  "tui.editor.undo": { type: "undo" },
  "tui.input.newLine": { type: "insert", text: "\n" },
};

/** What vertical moves need to know. */
export interface PageLayout {
  readonly rows: number;
  readonly layout: Omit<LayoutOptions, "pastes">;
}

/** The action of a key, by its bound id or by what it types; `undefined` when it means nothing to an editor. */
export function actionForKey(
  id: string | undefined,
  event: KeyEvent,
  page: PageLayout,
): EditorAction | undefined {
  const vertical = (rows: number): EditorAction => ({
    type: "vertical",
    rows,
    layout: page.layout,
  });
  switch (id) {
    case "tui.editor.cursorUp":
      return vertical(-1);
    case "tui.editor.cursorDown":
      return vertical(1);
    case "tui.editor.pageUp":
      return vertical(-page.rows);
    case "tui.editor.pageDown":
      return vertical(page.rows);
    case undefined:
      return event.text === "" ? undefined : { type: "insert", text: event.text };
    default:
      return FIXED[id];
  }
}
