// What stands below the transcript and is redrawn in place: what goes on, the editor or a dialog, the status line.
import type { Dialog, Face } from "../face.ts";
import { StatusLine } from "./status-line.ts";
import { createWorkingLine } from "./working-line.ts";

export class Chrome {
  readonly #face: Face;
  #working: ReturnType<typeof createWorkingLine>;
  #status: StatusLine;
  #dialog: Dialog | undefined;

  constructor(face: Face) {
    this.#face = face;
    this.#working = createWorkingLine(face.tui, face.looks);
    this.#status = new StatusLine(face.looks);
  }

  /** Takes the looks that are in force now. */
  restyle(): void {
    this.#working = createWorkingLine(this.#face.tui, this.#face.looks);
    this.#status = new StatusLine(this.#face.looks);
    this.show(this.#dialog);
  }

  /** Shows a dialog in place of the editor, or the editor again. */
  show(dialog: Dialog | undefined): void {
    const { tui, editor } = this.#face;
    this.#dialog = dialog;
    tui.chrome.set([this.#working.component, dialog?.component ?? editor, this.#status]);
    tui.focus(dialog?.focus ?? editor);
    this.update();
    tui.requestRender();
  }

  /** Brings everything up to date with the state. */
  update(): void {
    const { state, sessions } = this.#face;
    const { model, log } = sessions.current;
    this.#working.update(state);
    this.#status.update(state, {
      model: `${model.provider}/${model.id}`,
      cwd: log.header.cwd,
      contextWindow: model.contextWindow,
    });
  }
}
