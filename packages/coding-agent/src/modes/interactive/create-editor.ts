// The editor of the terminal, with its looks and completion.
import { Editor } from "@oh-my-pi/pi-tui/editor";
import type { Host } from "../../platform/host.ts";
import { createCompletions } from "./completion/create-completions.ts";
import type { Face } from "./face.ts";
import { autocompleteMaxVisible, showHardwareCursor, tabWidth } from "./settings.ts";
import { editorStyles } from "./theming/looks.ts";

/** A caret of our own, where the terminal's cursor is not wanted. */
const drawnCaret = (under: string): string => `\u001b[7m${under}\u001b[27m`;

export interface EditorNeeds {
  readonly host: Pick<Host, "home" | "env">;
  readonly placeholder: string;
}

export function createEditor(face: Face, needs: EditorNeeds): Editor {
  const { settings } = face.sessions.held;
  return new Editor({
    host: face.tui,
    tabWidth: settings.get(tabWidth),
    maxProposals: settings.get(autocompleteMaxVisible),
    keymap: face.keymap,
    placeholder: needs.placeholder,
    styles: {
      ...editorStyles(() => face.looks.editor),
      ...(!settings.get(showHardwareCursor) && { caret: drawnCaret }),
    },
    completion: createCompletions(face, needs.host),
    onSubmit: (text) => face.submit(text),
  });
}
