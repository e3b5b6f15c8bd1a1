// Shows programs that run in a terminal of their own: their screen in place of the editor, with the keys going to them.
import type { Component, Focusable } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import type { InputEvent } from "@oh-my-pi/pi-tui/input-event";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type {
  LiveTerminal,
  TerminalSize,
  TerminalViewer,
} from "../../../services/shell/terminals.ts";
import type { Dialog, Face } from "../face.ts";
import { keyBytes } from "./key-bytes.ts";

/** Ends the program, whatever it is. */
const KILL_CHORD = "ctrl+]";
const MAX_ROWS = 24;
/** Rows that the rest of the screen needs. */
const OTHER_ROWS = 8;

/** A viewer that shows what opens as a dialog of the face. */
export function terminalViewer(
  face: Face,
  screen: () => { readonly columns: number; readonly rows: number },
): TerminalViewer {
  return {
    get size(): TerminalSize {
      const { columns, rows } = screen();
      return {
        cols: Math.max(20, columns - 2),
        rows: Math.max(4, Math.min(MAX_ROWS, rows - OTHER_ROWS)),
      };
    },
    opened(terminal) {
      let close = (): void => {};
      void face.show<void>((done) => {
        close = done;
        return dialog(terminal, face);
      });
      return { changed: () => face.tui.requestRender(), closed: () => close() };
    },
  };
}

function dialog(terminal: LiveTerminal, { looks }: Face): Dialog {
  const title = `${terminal.title} · Ctrl+] ends it`;
  const lines: Component = {
    render: () => terminal.readLines().map((line) => ` ${sanitizeForeign(line)}`),
    invalidate: () => {},
  };
  const focus: Focusable = {
    isFocused: false,
    render: () => [],
    invalidate: () => {},
    handleInput: (event: InputEvent) => {
      if (event.type === "key" && event.chord === KILL_CHORD) void terminal.kill();
      else terminal.write(keyBytes(event));
      return true;
    },
  };
  const rule = new Text("─".repeat(20), { style: looks.muted });
  return {
    component: new Container(new Text(title, { style: looks.accent }), lines, rule),
    focus,
  };
}
