// What stands below the transcript and is redrawn in place: what waits, what goes on, the to-do list, what others put
// there, the editor or a dialog, the status line.
import type { Component } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Text } from "@oh-my-pi/pi-tui/text";
import { isBang } from "../../../slash/read-bang.ts";
import type { Dialog, Face } from "../face.ts";
import {
  clearOnShrink,
  shimmer,
  statusLineSessionAccent,
  statusLineShowHookStatus,
} from "../settings.ts";
import { rule } from "./rule.ts";
import { sessionAccent } from "./session-accent.ts";
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
  readonly #widgets = new Container();
  readonly #statuses = new Container();
  readonly #host: StatusPlace["host"];
  readonly #startedAtMs: number;
  /** What the status line was made from. */
  #told: readonly unknown[] = [];
  #beside: Face["state"]["beside"] | undefined;

  constructor(face: Face, host: StatusPlace["host"]) {
    this.#face = face;
    this.#host = host;
    this.#startedAtMs = host.now();
    this.#working = this.#makeWorking();
    this.#status = new StatusLine(face.looks);
    this.#todos = new TodoPanel(face.looks);
  }

  /** Takes the looks that are in force now. */
  restyle(): void {
    this.#working = this.#makeWorking();
    this.#status = new StatusLine(this.#face.looks);
    this.#todos = new TodoPanel(this.#face.looks);
    this.#told = [];
    this.#beside = undefined;
    this.show(this.#dialog);
  }

  /** Shows a dialog in place of the editor, or the editor again. */
  show(dialog: Dialog | undefined): void {
    const { tui, editor, sessions } = this.#face;
    const isSmaller = this.#dialog !== undefined && dialog === undefined;
    this.#dialog = dialog;
    tui.chrome.set([
      this.#working.component,
      this.#todos,
      this.#widgets,
      ...this.#place(dialog),
      this.#status,
      this.#statuses,
    ]);
    tui.focus(dialog?.focus ?? editor);
    this.update();
    if (isSmaller && sessions.held.settings.get(clearOnShrink)) tui.redraw();
    else tui.requestRender();
  }

  /** Brings everything up to date with the state. Called at every step, so it does nothing twice. */
  update(): void {
    const { state, sessions } = this.#face;
    const { model, thinkingLevel, log } = sessions.current;
    this.#working.update(state, { isAsking: this.#dialog !== undefined });
    this.#todos.update(sessions.current.decided.todos);
    this.#updateBeside();
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
    this.#accent();
    const place = {
      branch: gitBranch(log.header.cwd),
      startedAtMs: this.#startedAtMs,
      host: this.#host,
    };
    this.#status.update(statusFacts(this.#face, place), statusLayout(this.#face));
  }

  /** The editor has lines above and below it; so has what takes its place. */
  #place(dialog: Dialog | undefined): Component[] {
    if (dialog === undefined) return [this.#face.editor];
    const line = rule((text) => this.#face.looks.editor.border(text));
    return [line, dialog.component, line];
  }

  #makeWorking(): ReturnType<typeof createWorkingLine> {
    const { tui, looks, sessions } = this.#face;
    return createWorkingLine(tui, looks, () => sessions.held.settings.get(shimmer));
  }

  #accent(): void {
    const { editor, looks, sessions } = this.#face;
    const isWanted = sessions.held.settings.get(statusLineSessionAccent);
    const { title } = sessions.current.log.header;
    const own = isWanted ? sessionAccent(title, looks) : undefined;
    editor.borderStyle = (text) => {
      if (isBang(editor.text)) return looks.fg("bashMode", text);
      return (own ?? looks.editor.border)(text);
    };
  }

  #updateBeside(): void {
    const { state, looks, sessions } = this.#face;
    if (state.beside === this.#beside) return;
    this.#beside = state.beside;
    const { widgets, statuses } = state.beside;
    const isShown = sessions.held.settings.get(statusLineShowHookStatus);
    const words = isShown ? [...statuses.values()].join("  ") : "";
    this.#widgets.set([...widgets.values()].map((lines) => new Text(lines.join("\n"))));
    this.#statuses.set(words === "" ? [] : [new Text(words, { style: looks.muted })]);
  }
}
