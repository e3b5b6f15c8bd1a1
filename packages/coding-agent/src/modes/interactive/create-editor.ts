// The editor of the terminal, with its looks and completion.
import { Editor } from "@oh-my-pi/pi-tui/editor";
import type { Host } from "../../platform/host.ts";
import { createCompletions } from "./completion/create-completions.ts";
import type { Face } from "./face.ts";
import { editorStyles } from "./theming/looks.ts";

export interface EditorNeeds {
  readonly host: Pick<Host, "home" | "env">;
  readonly placeholder: string;
}

export function createEditor(face: Face, needs: EditorNeeds): Editor {
  return new Editor({
    host: face.tui,
    keymap: face.keymap,
    placeholder: needs.placeholder,
    styles: editorStyles(() => face.looks.editor),
    completion: createCompletions(face, needs.host),
    onSubmit: (text) => face.submit(text),
  });
}
