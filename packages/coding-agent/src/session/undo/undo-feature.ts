// Tells the undo journal where turns begin and end, and leaves a line in the log for each that changed files. What changed is the
// journal's to know.
import type { UndoJournal } from "../../services/undo/undo-journal.ts";
import type { Feature, FeaturePort, RunEnd } from "../feature.ts";

/** `customType` of the entry that a turn which changed files leaves. */
const FILE_CHANGES_TYPE = "omp.file-changes";

const MAX_LABEL = 80;

export class UndoFeature implements Feature {
  readonly name = "undo";
  readonly #journal: UndoJournal;
  #logged: number | undefined;

  constructor(journal: UndoJournal) {
    this.#journal = journal;
  }

  beforePrompt({ state }: FeaturePort): void {
    this.#journal.startTurn(promptLine(state.items));
  }

  async afterRun(_end: RunEnd, port: FeaturePort): Promise<undefined> {
    const { turnId: turn } = this.#journal;
    if (turn === undefined || turn === this.#logged) return;
    this.#logged = turn;
    port.append({ type: "custom", customType: FILE_CHANGES_TYPE, data: { turn } });
  }

  async whenIdle(): Promise<void> {
    this.#journal.endTurn();
  }
}

function promptLine(items: FeaturePort["state"]["items"]): string {
  const message = items.findLast((item) => item.message.role === "user")?.message;
  if (message?.role !== "user") return "";
  const { content } = message;
  const text =
    typeof content === "string"
      ? content
      : content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length <= MAX_LABEL ? line : `${line.slice(0, MAX_LABEL).toWellFormed()}…`;
}
