// The tree of the session: fold, label, narrow, and go to another place in it.
import type { KeyEvent } from "@oh-my-pi/pi-tui/input-event";
import type { SelectItem } from "@oh-my-pi/pi-tui/select-list";
import { branchSummaryEnabled } from "../../../session/settings.ts";
import { type TreeFilter, treeRows, type TreeRow } from "../../../session/tree/session-tree.ts";
import { faceDialogs } from "../face-dialogs.ts";
import type { Face } from "../face.ts";
import { TREE_SCOPE } from "../list-actions.ts";
import { pick, type PickedList } from "../pick.ts";
import { restart } from "../restart.ts";
import { defineScreen } from "../screen.ts";
import { treeFilterMode } from "../settings.ts";

const FILTERS: readonly TreeFilter[] = ["default", "no-tools", "user-only", "labeled-only", "all"];
const SIGNS: Readonly<Record<string, string>> = {
  user: "❯",
  assistant: "●",
  toolResult: "⚙",
  bashExecution: "$",
  compaction: "≡",
  branch_summary: "≡",
};
const MIN_ROWS = 5;

export default defineScreen({
  async open(face) {
    const screen = new TreeScreen(face);
    for (;;) {
      const chosen = await screen.show();
      if (chosen === undefined) return;
      if (chosen === LABEL) await screen.label();
      // Whoever does not go after all is back in the tree.
      else if (await goTo(face, chosen)) return;
    }
  },
});

/** No entry has this id. */
const LABEL = "\0label";

class TreeScreen {
  readonly #face: Face;
  readonly #folded = new Set<string>();
  #filter: TreeFilter;
  #rows: readonly TreeRow[] = [];
  #current: string | undefined;

  constructor(face: Face) {
    this.#face = face;
    this.#filter = face.sessions.held.settings.get(treeFilterMode);
    this.#current = face.sessions.current.log.leafId ?? undefined;
  }

  async show(): Promise<string | undefined> {
    const items = this.#items();
    const current = this.#current ?? items.at(-1)?.value;
    const chosen = await pick(this.#face, {
      title: () => `The tree of this session (${this.#filter})`,
      items,
      ...(current !== undefined && { current }),
      hint: "Enter goes there, Tab filters, Alt+←/→ folds, Shift+L labels, Esc closes",
      emptyNote: `Nothing to show (${this.#filter}); Tab shows more`,
      maxLabelColumns: 400,
      maxRows: Math.max(MIN_ROWS, Math.floor(this.#face.machine.rows() / 2)),
      filter: (shown, query) => withAllWords(shown, query, (item) => this.#searched(item)),
      onKey: (event, list) => this.#onKey(event, list),
    });
    if (chosen !== undefined && chosen !== LABEL) this.#current = chosen;
    return chosen;
  }

  /** Asks for the label of the entry that the marker stands on. */
  async label(): Promise<void> {
    const targetId = this.#current;
    if (targetId === undefined) return;
    const label = await faceDialogs(this.#face).input("Label (empty takes it away)");
    if (label === undefined) return;
    const { current } = this.#face.sessions;
    current.record({
      type: "label",
      targetId,
      ...(label.trim() !== "" && { label: label.trim() }),
    });
  }

  #onKey(event: KeyEvent, list: PickedList): boolean {
    this.#current = list.highlighted;
    const isLabelKey = event.chord === "shift+tab" || (event.text === "L" && list.query === "");
    if (isLabelKey) {
      list.choose(LABEL);
      return true;
    }
    if (event.chord === "tab") {
      this.#filter = FILTERS[(FILTERS.indexOf(this.#filter) + 1) % FILTERS.length] ?? "default";
      this.#update(list);
      return true;
    }
    switch (this.#face.keymap.actionFor(event, TREE_SCOPE)) {
      case "app.tree.foldOrUp":
        this.#foldOrUp(list);
        return true;
      case "app.tree.unfoldOrDown":
        this.#unfoldOrDown(list);
        return true;
      default:
        return false;
    }
  }

  #foldOrUp(list: PickedList): void {
    const row = this.#row(list.highlighted);
    if (row === undefined) return;
    if (row.childCount > 0 && !row.isFolded) {
      this.#folded.add(row.id);
      this.#update(list);
    } else if (row.parentId !== undefined) list.highlight(row.parentId);
  }

  #unfoldOrDown(list: PickedList): void {
    const row = this.#row(list.highlighted);
    if (row === undefined) return;
    if (this.#folded.delete(row.id)) return this.#update(list);
    const child = this.#rows.find(({ parentId }) => parentId === row.id);
    if (child !== undefined) list.highlight(child.id);
  }

  #row(id: string | undefined): TreeRow | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  /** What a search looks at. */
  #searched({ value }: SelectItem): string {
    const { text = "", label = "", kind = "" } = this.#row(value) ?? {};
    return `${text}\n${label}\n${kind}`;
  }

  #update(list: PickedList): void {
    list.setItems(this.#items());
    if (this.#current !== undefined) list.highlight(this.#current);
  }

  #items(): readonly SelectItem[] {
    const { log } = this.#face.sessions.current;
    this.#rows = treeRows(log, { filter: this.#filter, folded: this.#folded });
    return this.#rows.map((row) => ({ value: row.id, label: rowText(row) }));
  }
}

/** Entries in which every word occurs, in their order. */
function withAllWords(
  items: readonly SelectItem[],
  query: string,
  textOf: (item: SelectItem) => string,
): readonly SelectItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function rowText(row: TreeRow): string {
  const { lead, kind, text, label, isOnPath, isLeaf, isFolded, childCount } = row;
  const mark = isFolded && childCount > 0 ? "⊞ " : isOnPath ? "• " : "  ";
  const tag = label === undefined ? "" : `[${label}] `;
  return `${lead}${mark}${SIGNS[kind] ?? "·"} ${tag}${text || kind}${isLeaf ? "  ← here" : ""}`;
}

/** What becomes of the way that is left. */
interface Summing {
  readonly isSummed: boolean;
  readonly instructions?: string;
}

/** Goes there; false when the person turned back. */
async function goTo(face: Face, entryId: string): Promise<boolean> {
  const { current, held } = face.sessions;
  if (entryId === current.log.leafId) {
    face.notice("info", "You are there already.");
    return true;
  }
  const summing = held.settings.get(branchSummaryEnabled)
    ? await askSumming(face)
    : { isSummed: false };
  if (summing === undefined) return false;
  if (summing.isSummed) face.notice("info", "Summing up what is left …");
  const went = await current.goTo(entryId, summing);
  restart(face);
  if (went?.text !== undefined) face.editor.setText(went.text);
  face.notice("info", "The conversation goes on from here; the rest is still in /tree.");
  return true;
}

/** Asks how what is left is summed up; undefined when the person turned back. */
async function askSumming(face: Face): Promise<Summing | undefined> {
  const how = await pick(face, {
    title: "Sum up what you leave?",
    hint: "Enter chooses, Esc goes back to the tree",
    items: [
      { value: "no", label: "No", description: "go there at once" },
      { value: "yes", label: "Yes", description: "the model writes down what happened there" },
      { value: "own", label: "Yes, and", description: "you say what the summary shall be about" },
    ],
  });
  if (how === undefined) return undefined;
  if (how !== "own") return { isSummed: how === "yes" };
  const instructions = await faceDialogs(face).input("What shall the summary be about?");
  if (instructions === undefined) return undefined;
  return { isSummed: true, ...(instructions.trim() !== "" && { instructions }) };
}
