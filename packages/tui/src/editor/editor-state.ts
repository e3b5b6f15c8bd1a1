/** What a text editor remembers, as immutable data. No behaviour beyond making the first state. */

/** A place in the text: a line, and an offset in UTF-16 units that never lies inside a character. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Text and cursor at one moment. */
export interface Snapshot {
  readonly lines: readonly string[];
  readonly cursor: Position;
}

/** The text that the last yank inserted, so that it can be replaced by an older deletion. */
export interface Yanked {
  readonly start: Position;
  readonly end: Position;
  /** Index into the kill ring. */
  readonly index: number;
}

/** Browsing through older texts. */
export interface HistoryView {
  readonly index: number;
  /** What was written before browsing began. */
  readonly draft: Snapshot;
}

/** The whole state of an editor. */
export interface EditorState extends Snapshot {
  /** Column that vertical moves try to keep. */
  readonly goalColumn: number | undefined;
  /** Pasted texts that are shown as a marker, by number. */
  readonly pastes: Readonly<Record<number, string>>;
  /** Deleted texts, the latest last. */
  readonly killRing: readonly string[];
  readonly yanked: Yanked | undefined;
  readonly undo: readonly Snapshot[];
  /** The kind of the last edit: equal ones in a row are undone, or collected, together. */
  readonly run: "typing" | "killing" | undefined;
  /** Waiting for the character to jump to. */
  readonly jump: "forward" | "backward" | undefined;
  /** Texts that were submitted, the latest last. */
  readonly history: readonly string[];
  readonly browsing: HistoryView | undefined;
}

/** An empty editor. */
export function createEditorState(history: readonly string[] = []): EditorState {
  return {
    lines: [""],
    cursor: { line: 0, column: 0 },
    goalColumn: undefined,
    pastes: {},
    killRing: [],
    yanked: undefined,
    undo: [],
    run: undefined,
    jump: undefined,
    history,
    browsing: undefined,
  };
}

/** The line at an index; empty behind the end. */
export function lineAt(state: Snapshot, index: number): string {
  return state.lines[index] ?? "";
}

/** True when nothing is written. */
export function isEmpty(state: Snapshot): boolean {
  return state.lines.length === 1 && state.lines[0] === "";
}
