// A workspace as its journal knows it: the tree as last seen, what the kernel says has changed since, and the store that
// both are written to. When to look, and whose doing a change was, is decided elsewhere.
import { type DirtyPaths, EVERYTHING, isNothing, type TreeWatch } from "./dirty-paths.ts";
import type { FileChange } from "./file-state.ts";
import { inSlices } from "./in-slices.ts";
import type { Present } from "./plan-reversal.ts";
import type { TreeImage } from "./tree-image.ts";
import type { RunningStep } from "./undo-report.ts";
import type { WorkspaceStore } from "./workspace-store.ts";

/** Rows that are written without a pause. */
const SAVED_AT_ONCE = 500;

/** The turn that changes go to; without an id it is made with the first of them. */
export interface TurnInForce {
  readonly session: string;
  readonly id: number | undefined;
  readonly label: string;
}

export interface TreeParts {
  /** The workspace without links on the way. */
  readonly root: string;
  readonly store: WorkspaceStore;
  readonly image: TreeImage;
  readonly watch: TreeWatch;
  readonly now: () => number;
}

export class JournaledTree implements Disposable {
  readonly root: string;
  readonly store: WorkspaceStore;
  readonly image: TreeImage;
  readonly #watch: TreeWatch;
  readonly #now: () => number;

  constructor({ root, store, image, watch, now }: TreeParts) {
    this.root = root;
    this.store = store;
    this.image = image;
    this.#watch = watch;
    this.#now = now;
  }

  /** The system tells what changes; otherwise the whole tree is looked through each time. */
  get isWatched(): boolean {
    return this.#watch.isSeeing;
  }

  /** What is on disk now, and which content is still kept. */
  get present(): Present {
    return {
      current: (path) => this.image.inspect(path),
      isKept: (hash) => this.store.content.has(hash),
    };
  }

  /** What may have changed since the last time; undefined when nothing has. */
  takeDirty(): DirtyPaths | undefined {
    const dirty = this.#watch.take();
    return isNothing(dirty) ? undefined : dirty;
  }

  /** Looks at what may have changed; says what has. */
  look(dirty: DirtyPaths = EVERYTHING, signal?: AbortSignal): Promise<FileChange[]> {
    return inSlices(this.image.refresh(dirty), signal);
  }

  /** Writes down what has changed as `owner`'s doing, or as nobody's; gives the turn it went to. */
  record(
    turn: TurnInForce,
    owner: RunningStep | undefined,
    changes: readonly FileChange[],
  ): number | undefined {
    const { store, image } = this;
    let { id } = turn;
    store.transact(() => {
      store.tables.saveFiles(image.takeUnsaved());
      if (owner === undefined || changes.length === 0) return;
      store.tables.forgetUndone(turn.session);
      id ??= store.tables.addTurn(turn.session, turn.label, owner.startedAtMs);
      const { origin, startedAtMs } = owner;
      const times = { startedAtMs, endedAtMs: this.#now(), isInterrupted: false };
      store.tables.addStep(id, { ...origin, ...times, changes });
    });
    if (changes.length > 0) store.keepWithinLimits();
    return id;
  }

  /** Says on disk what goes on, for whoever finds this process dead. */
  markOpen({ session, id }: TurnInForce, running: RunningStep | undefined): void {
    if (running === undefined) return this.store.mark.end();
    const { label, tool, agentId } = running.origin;
    const { startedAtMs } = running;
    this.store.mark.begin({ session, turn: id, label, tool, agentId, startedAtMs });
  }

  /** Writes down the whole tree, a part at a time. */
  saveAll(signal: AbortSignal): Promise<void> {
    return inSlices(this.#saveParts(), signal);
  }

  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]();
    this.store[Symbol.dispose]();
  }

  *#saveParts(): Generator<void, void> {
    const files = this.image.takeUnsaved();
    for (let at = 0; at < files.length; at += SAVED_AT_ONCE) {
      this.store.transact(() => this.store.tables.saveFiles(files.slice(at, at + SAVED_AT_ONCE)));
      yield;
    }
  }
}
