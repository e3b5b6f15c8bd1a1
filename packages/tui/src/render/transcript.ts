/**
 * The append-only story above the live region: entries are drawn anew until they settle, then their lines are handed
 * out exactly once. It knows nothing of screens or bytes.
 */
import { type Component, isGrowing } from "./component.ts";
import { WrittenText } from "./written-text.ts";

/** The owner's hold on an entry. */
export interface EntryHandle {
  readonly component: Component;
  /** Says that the component will not change again. */
  settle(): void;
  /** Takes the entry away; lines that were written already stay. */
  remove(): void;
}

/** Lines of entries that are still live. */
export interface LiveLines {
  /** Lines for which there is no room any more and that will not change: to be written for good. */
  readonly overflow: readonly string[];
  readonly lines: readonly string[];
  /** The part each line belongs to; empty when lines had to be left out, for then none may count as written. */
  readonly owners: readonly Component[];
}

interface Entry {
  readonly component: Component;
  isSettled: boolean;
  /** How many of the parts were handed out. */
  takenParts: number;
}

interface OwnedLines {
  readonly owner: Component;
  readonly lines: readonly string[];
}

/** Options of {@link Transcript}. */
export interface TranscriptOptions {
  /** Called whenever the transcript changed. */
  readonly onChange?: () => void;
  /** Keep entries after their lines were taken, for a screen that shows old entries again. */
  readonly keepsTaken?: boolean;
}

/** The list of entries. */
export class Transcript {
  readonly #onChange: () => void;
  readonly #keepsTaken: boolean;
  #written = new WeakMap<Component, WrittenText>();
  #entries: Entry[] = [];
  #firstLive = 0;

  constructor(options: TranscriptOptions = {}) {
    this.#onChange = options.onChange ?? (() => {});
    this.#keepsTaken = options.keepsTaken ?? false;
  }

  /** How many entries are kept. */
  get length(): number {
    return this.#entries.length;
  }

  /** The component of the entry at `index`. */
  at(index: number): Component | undefined {
    return this.#entries[index]?.component;
  }

  /** Adds an entry at the end. One that is settled from the start never changes. */
  append(component: Component, options: { readonly isSettled?: boolean } = {}): EntryHandle {
    const entry: Entry = { component, isSettled: options.isSettled ?? false, takenParts: 0 };
    this.#entries.push(entry);
    this.#onChange();
    return {
      component,
      settle: () => {
        entry.isSettled = true;
        this.#onChange();
      },
      remove: () => this.#remove(entry),
    };
  }

  /** Forgets every entry. */
  clear(): void {
    this.#entries = [];
    this.#written = new WeakMap();
    this.#firstLive = 0;
    this.#onChange();
  }

  /** Lines that have settled since the last call, in order; every line comes out of here once. */
  takeSettled(width: number): string[] {
    const lines: string[] = [];
    for (;;) {
      const entry = this.#entries[this.#firstLive];
      if (entry === undefined || !this.#takeFrom(entry, width, lines)) break;
      this.#firstLive++;
    }
    if (!this.#keepsTaken && this.#firstLive > 0) {
      this.#entries.splice(0, this.#firstLive);
      this.#firstLive = 0;
    }
    return lines;
  }

  /**
   * The last `maxRows` lines of what has not been taken. Where the oldest live entry only grows at its end, the
   * lines it has no room for are handed out as overflow; any other entry hides them until it settles.
   */
  takeLive(width: number, maxRows: number): LiveLines {
    const first = this.#entries[this.#firstLive];
    const isOverflowing = first !== undefined && isGrowing(first.component);
    const head = isOverflowing ? this.#partLines(first, width) : [];
    const { chunks: tail, isCut } = this.#tailLines(
      this.#firstLive + (isOverflowing ? 1 : 0),
      width,
      maxRows,
    );
    const surplus = countLines(head) + countLines(tail) - maxRows;
    const overflow: string[] = [];
    const rest = head.map((chunk) =>
      this.#overflow(chunk, surplus - overflow.length, width, overflow),
    );
    const shown = [...rest, ...tail];
    return {
      overflow,
      lines: shown.flatMap((chunk) => chunk.lines),
      owners: isCut ? [] : shown.flatMap((chunk) => chunk.lines.map(() => chunk.owner)),
    };
  }

  /** Notes that the terminal itself pushed lines of a live part into its scrollback: they will not come again. */
  markWritten(owner: Component, lines: readonly string[]): void {
    this.#writtenOf(owner).add(lines);
  }

  #takeFrom(entry: Entry, width: number, lines: string[]): boolean {
    const parts = partsOf(entry);
    const settled = entry.isSettled ? parts.length : settledPartsOf(entry);
    while (entry.takenParts < settled) {
      const part = parts[entry.takenParts++];
      if (part === undefined) continue;
      const all = part.render(width);
      for (const line of this.#written.get(part)?.finalRest(all, width) ?? all) lines.push(line);
      if (!this.#keepsTaken) part.invalidate();
    }
    return entry.isSettled;
  }

  #overflow(chunk: OwnedLines, surplus: number, width: number, overflow: string[]): OwnedLines {
    const count = Math.max(0, Math.min(surplus, chunk.lines.length));
    if (count === 0) return chunk;
    this.#writtenOf(chunk.owner).addLines(chunk.lines, count, width);
    for (const line of chunk.lines.slice(0, count)) overflow.push(line);
    return { owner: chunk.owner, lines: chunk.lines.slice(count) };
  }

  /** The lines of entries from `start` on, as many from the end as fit. */
  #tailLines(start: number, width: number, maxRows: number) {
    const chunks: OwnedLines[] = [];
    let room = maxRows;
    let isCut = false;
    for (let index = this.#entries.length - 1; index >= start && !isCut; index--) {
      const entry = this.#entries[index];
      if (entry === undefined) continue;
      for (const { owner, lines } of this.#partLines(entry, width).reverse()) {
        isCut ||= lines.length > room;
        chunks.push({ owner, lines: room === 0 ? [] : lines.slice(-room) });
        room = Math.max(0, room - lines.length);
      }
    }
    return { chunks: chunks.reverse(), isCut };
  }

  #partLines(entry: Entry, width: number): OwnedLines[] {
    const parts = partsOf(entry).slice(entry.takenParts);
    return parts.map((owner) => {
      const lines = owner.render(width);
      return { owner, lines: this.#written.get(owner)?.rest(lines, width) ?? lines };
    });
  }

  #writtenOf(owner: Component): WrittenText {
    const known = this.#written.get(owner) ?? new WrittenText();
    this.#written.set(owner, known);
    return known;
  }

  #remove(entry: Entry): void {
    const index = this.#entries.indexOf(entry);
    if (index === -1) return;
    this.#entries.splice(index, 1);
    if (index < this.#firstLive) this.#firstLive--;
    this.#onChange();
  }
}

function partsOf(entry: Entry): readonly Component[] {
  return isGrowing(entry.component) ? entry.component.parts : [entry.component];
}

function settledPartsOf(entry: Entry): number {
  return isGrowing(entry.component) ? entry.component.settledParts : 0;
}

function countLines(chunks: readonly OwnedLines[]): number {
  return chunks.reduce((count, chunk) => count + chunk.lines.length, 0);
}
