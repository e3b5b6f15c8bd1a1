// The merge conflicts that reads of this session have shown, under the numbers by which `conflict://`
// names them. It remembers texts, not places: where a block is now is found again before it is used.
import type { TextDocument } from "@oh-my-pi/pi-edit/document";
import { joinLines, type Line } from "@oh-my-pi/pi-edit/line";
import { type Conflict, findConflicts } from "./conflicts.ts";

/** A block that was shown. */
export interface RegisteredConflict {
  readonly id: number;
  /** Absolute path of the file. */
  readonly path: string;
  readonly conflict: Conflict;
  /** The whole region, markers included. */
  readonly text: string;
}

export class ConflictRegistry {
  readonly #known = new Map<number, RegisteredConflict>();
  #lastId = 0;

  /** Numbers the blocks of a file; a block that was shown before keeps its number. */
  register(
    path: string,
    document: TextDocument,
    conflicts: readonly Conflict[],
  ): RegisteredConflict[] {
    const earlier = [...this.#known.values()].filter((known) => known.path === path);
    const registered = conflicts.map((conflict) => {
      const text = regionText(document.lines, conflict);
      const at = earlier.findIndex((known) => known.text === text);
      const id = at === -1 ? ++this.#lastId : earlier.splice(at, 1)[0]!.id;
      return { id, path, conflict, text };
    });
    for (const gone of earlier) this.#known.delete(gone.id);
    for (const known of registered) this.#known.set(known.id, known);
    return registered;
  }

  find(id: number): RegisteredConflict | undefined {
    return this.#known.get(id);
  }

  /** All blocks, lowest number first. */
  list(): RegisteredConflict[] {
    return [...this.#known.values()].sort((a, b) => a.id - b.id);
  }

  forget(id: number): void {
    this.#known.delete(id);
  }
}

/** Where a registered block stands in the current text: the equal region that is nearest to its old place. */
export function relocate(known: RegisteredConflict, document: TextDocument): Conflict | undefined {
  const { start } = known.conflict;
  return findConflicts(document.lines)
    .filter((conflict) => regionText(document.lines, conflict) === known.text)
    .sort((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start))[0];
}

function regionText(lines: readonly Line[], { start, end }: Conflict): string {
  return joinLines(lines.slice(start - 1, end));
}
