// What stands below the transcript and is redrawn in place: what goes on, the editor or a dialog, the status line.
import type { Dialog, Face } from "../face.ts";
import { gitBranch } from "./status/git-branch.ts";
import { statusFacts, statusLayout, type StatusPlace } from "./status/status-facts.ts";
import { StatusLine } from "./status/status-line.ts";
import { TodoPanel } from "./todo-panel.ts";
import { createWorkingLine } from "./working-line.ts";

export class Chrome {
  readonly #face: Face;
  #working: ReturnType<typeof createWorkingLine>;
  #status: StatusLine;
  #todos: TodoPanel;
  #dialog: Dialog | undefined;
  readonly #host: StatusPlace["host"];
  readonly #startedAtMs: number;
  /** What the status line was made from. */
  #told: readonly unknown[] = [];

  constructor(face: Face, host: StatusPlace["host"]) {
    this.#face = face;
    this.#host = host;
    this.#startedAtMs = host.now();
    this.#working = createWorkingLine(face.tui, face.looks);
    this.#status = new StatusLine(face.looks);
    this.#todos = new TodoPanel(face.looks);
  }

  /** Takes the looks that are in force now. */
  restyle(): void {
    this.#working = createWorkingLine(this.#face.tui, this.#face.looks);
    this.#status = new StatusLine(this.#face.looks);
    this.#todos = new TodoPanel(this.#face.looks);
    this.#told = [];
    this.show(this.#dialog);
  }

  /** Shows a dialog in place of the editor, or the editor again. */
  show(dialog: Dialog | undefined): void {
    const { tui, editor } = this.#face;
    this.#dialog = dialog;
    tui.chrome.set([
      this.#working.component,
      this.#todos,
      dialog?.component ?? editor,
      this.#status,
    ]);
    tui.focus(dialog?.focus ?? editor);
    this.update();
    tui.requestRender();
  }

  /** Brings everything up to date with the state. Called at every step, so it does nothing twice. */
  update(): void {
    const { state, sessions } = this.#face;
    const { model, thinkingLevel, log } = sessions.current;
    this.#working.update(state);
    this.#todos.update(sessions.current.decided.todos);
    const told = [
      state.usage,
      state.queued,
      state.isRunning,
      model,
      thinkingLevel,
      log.header.title,
    ];
    if (told.every((value, at) => value === this.#told[at])) return;
    this.#told = told;
    const place = {
      branch: gitBranch(log.header.cwd),
      startedAtMs: this.#startedAtMs,
      host: this.#host,
    };
    this.#status.update(statusFacts(this.#face, place), statusLayout(this.#face));
  }
}
