// The transcript that is shown and the state it is made from: every step goes through here.
import type { Tui } from "@oh-my-pi/pi-tui/tui";
import type { SessionEvent } from "../../session/session-event.ts";
import type { Session } from "../../session/session.ts";
import { restarted } from "./restart.ts";
import { type Intent, reduceUi } from "./state/reduce-ui.ts";
import { INITIAL, type UiState } from "./state/ui-state.ts";
import { Backlog } from "./views/backlog.ts";
import { Presenter } from "./views/presenter.ts";
import { ReadAnswers } from "./views/read-answers.ts";
import type { ItemKit, ViewKit } from "./views/view-kit.ts";

export class Stage {
  readonly #tui: Tui;
  readonly #presenter: Presenter;
  readonly #answers = new ReadAnswers();
  readonly #backlog = new Backlog();
  #kit: ViewKit;
  #state = INITIAL;

  constructor(tui: Tui, kit: ViewKit) {
    this.#tui = tui;
    this.#kit = kit;
    this.#presenter = new Presenter(tui.transcript, this.#itemKit());
  }

  get state(): UiState {
    return this.#state;
  }

  /** Takes an event or intent and shows what it changed. */
  step(event: SessionEvent | Intent): void {
    const { view } = this.#state;
    if (event.type === "restarted") {
      this.#tui.clear();
      this.#answers.clear();
      this.#backlog.clear();
      this.#presenter.restart();
    }
    this.#state = reduceUi(this.#state, event);
    if (this.#state.view === view) this.#presenter.show(this.#state.story);
    else this.redraw(this.#kit);
  }

  /** Undefined while what comes is drawn as it comes; otherwise resolves when it was. */
  room(): Promise<void> | undefined {
    return this.#backlog.room();
  }

  /** Shows a session from its beginning. */
  begin(session: Session): void {
    if (session.messages.length === 0 && this.#state.story.settled === undefined) return;
    this.step(restarted(session));
  }

  /** Draws everything again, with other looks. */
  redraw(kit: ViewKit): void {
    this.#kit = kit;
    this.#tui.clear();
    this.#backlog.clear();
    this.#presenter.restart(this.#itemKit());
    this.#presenter.show(this.#state.story);
  }

  /** Shows what comes from now on with this. */
  useKit(kit: ViewKit): void {
    this.#kit = kit;
    this.#presenter.useKit(this.#itemKit());
  }

  #itemKit(): ItemKit {
    return {
      ...this.#kit,
      view: this.#state.view,
      answers: this.#answers,
      backlog: this.#backlog,
      requestRender: () => this.#tui.requestRender(),
    };
  }
}
