// The journal of one session in one workspace: whose doing a change is, when the tree is looked at, and that one thing at a
// time is done to it. The workspace itself is opened, and its code loaded, when files may first change.
import type { ChangesReport } from "./describe-turns.ts";
import type { FileChange } from "./file-state.ts";
import type { JournaledTree, TurnInForce } from "./journaled-tree.ts";
import {
  type ReversalReport,
  type ReversalWish,
  type RunningStep,
  type StepOrigin,
  UndoError,
  type UndoJournalOptions,
} from "./undo-report.ts";

/** Something that may change files, under way. */
export interface OpenStep {
  end(): Promise<void>;
}

const WARM_UP_DELAY_MS = 100;

export class UndoJournal implements AsyncDisposable {
  readonly #options: UndoJournalOptions;
  #opening: Promise<JournaledTree> | undefined;
  #tree: JournaledTree | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #running: RunningStep[] = [];
  #turnLabel = "";
  #isTurnOpen = false;
  #turn: number | undefined;
  #notes: string[] = [];
  #failure: string | undefined;
  #isWarming = false;
  readonly #closing = new AbortController();

  constructor(options: UndoJournalOptions) {
    this.#options = options;
  }

  /** Takes its first look a moment later, while the model thinks; whoever changes files before that looks at once. */
  warmUp(): void {
    if (this.#isWarming) return;
    this.#isWarming = true;
    const look = () => this.#closing.signal.aborted || void this.#open().catch(() => undefined);
    setTimeout(look, WARM_UP_DELAY_MS).unref();
  }

  /** The turn that changes go to, once there was one. */
  get turnId(): number | undefined {
    return this.#turn;
  }

  /** What changes from now on belongs to another turn, until it ends. */
  startTurn(label: string): void {
    this.#turn = undefined;
    this.#turnLabel = this.#hide(label);
    this.#isTurnOpen = true;
  }

  /** Nothing of the turn goes on but what it left in the background. */
  endTurn(): void {
    this.#isTurnOpen = false;
  }

  /** Something the person does: a turn of its own, unless it falls into one that goes on. */
  async beginOwn(origin: StepOrigin): Promise<OpenStep> {
    if (!this.#isTurnOpen) {
      this.startTurn(origin.label);
      this.endTurn();
    }
    return this.begin(origin);
  }

  /** Something goes on beside everything else, until `ended`; resolves when what it changed is written down. */
  async follow(origin: StepOrigin, ended: Promise<unknown>): Promise<void> {
    const running = this.#runningOf(origin);
    this.#running.push(running);
    await ended.catch(() => undefined);
    await this.#end(running);
  }

  /** To be called before files may change; what others changed meanwhile is theirs. */
  async begin(origin: StepOrigin): Promise<OpenStep> {
    const running = this.#runningOf(origin);
    try {
      const tree = this.#tree ?? (await this.#open());
      await this.#lookAgain(tree, this.#running.at(-1));
      this.#running.push(running);
      tree.markOpen(this.#turnInForce(), this.#running.at(-1));
    } catch (error) {
      this.#fail(error);
      return { end: async () => undefined };
    }
    return { end: () => this.#end(running) };
  }

  /** Takes back the last turns. Files that others changed are refused by name: then nothing is done, or the rest. */
  undo(most = 1, wish: ReversalWish = {}): Promise<ReversalReport> {
    return this.#reversing(async (tree) => {
      const { undoTurns } = await import("./reverse-turns.ts");
      return undoTurns(tree, this.#options, { most, ...wish });
    });
  }

  /** Does again what the last undo took back. */
  redo(wish: Pick<ReversalWish, "rest"> = {}): Promise<ReversalReport> {
    return this.#reversing(async (tree) => {
      const { redoTurns } = await import("./reverse-turns.ts");
      return redoTurns(tree, this.#options, wish);
    });
  }

  /** What the last turns, or one subagent in them, did to files. */
  changes(most = 1, agentId?: string): Promise<ChangesReport> {
    return this.#whileStill(async (tree) => {
      const { describeTurns } = await import("./describe-turns.ts");
      const turns = tree.store.tables.turns(this.#options.session, most);
      return {
        turns: describeTurns(turns, tree.store, agentId),
        leftOut: [...tree.image.leftOut].sort(),
        isFull: tree.image.isFull,
        isWatched: tree.isWatched,
        notes: this.#takeNotes(),
      };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const tree = await this.#opening?.catch(() => undefined);
    await this.#queue;
    tree?.[Symbol.dispose]();
  }

  async #end(running: RunningStep): Promise<void> {
    const tree = this.#tree;
    try {
      if (tree !== undefined && !this.#closing.signal.aborted) await this.#lookAgain(tree, running);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#running.splice(this.#running.indexOf(running), 1);
      if (!this.#closing.signal.aborted) tree?.markOpen(this.#turnInForce(), this.#running.at(-1));
    }
  }

  /** What changed since the last look is `owner`'s; without one it is somebody else's. */
  #lookAgain(tree: JournaledTree, owner: RunningStep | undefined): Promise<void> {
    // Most commands change nothing, and most of the time nobody else is looking.
    const isAlone = this.#waiting === 0;
    const seen = isAlone ? tree.takeDirty() : undefined;
    if (isAlone && seen === undefined) return Promise.resolve();
    return this.#exclusively(async () => {
      const dirty = seen ?? tree.takeDirty();
      if (dirty !== undefined) this.#record(tree, owner, await tree.look(dirty));
    });
  }

  #record(tree: JournaledTree, owner: RunningStep | undefined, changes: FileChange[]): void {
    this.#turn = tree.record(this.#turnInForce(), owner, changes);
  }

  async #reversing(
    work: (tree: JournaledTree) => Promise<Omit<ReversalReport, "notes"> & Partial<ReversalReport>>,
  ): Promise<ReversalReport> {
    return this.#whileStill(async (tree) => {
      const report = await work(tree);
      if (report.isDone) this.#turn = undefined;
      return { ...report, notes: [...this.#takeNotes(), ...(report.notes ?? [])] };
    });
  }

  /** Work on a tree that was just looked at; what it does to files is nobody's step. */
  async #whileStill<Result>(work: (tree: JournaledTree) => Promise<Result>): Promise<Result> {
    if (this.#failure !== undefined) throw new UndoError(this.#failure);
    const tree = this.#tree ?? (await this.#open());
    await this.#lookAgain(tree, this.#running.at(-1));
    return this.#exclusively(async () => {
      try {
        return await work(tree);
      } finally {
        const dirty = tree.takeDirty();
        if (dirty !== undefined) this.#record(tree, undefined, await tree.look(dirty));
      }
    });
  }

  #open(): Promise<JournaledTree> {
    this.#opening ??= this.#firstLook().catch((error: unknown) => {
      this.#fail(error);
      throw error;
    });
    return this.#opening;
  }

  async #firstLook(): Promise<JournaledTree> {
    const { openTree } = await import("./open-tree.ts");
    const { tree, notes } = await openTree(this.#options, this.#closing.signal);
    this.#notes.push(...notes);
    this.#tree = tree;
    return tree;
  }

  #turnInForce(): TurnInForce {
    return { session: this.#options.session, id: this.#turn, label: this.#turnLabel };
  }

  #runningOf(origin: StepOrigin): RunningStep {
    const label = this.#hide(origin.label);
    return { origin: { ...origin, label }, startedAtMs: this.#options.now() };
  }

  #hide(text: string): string {
    return this.#options.hide?.(text) ?? text;
  }

  #takeNotes(): string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  #fail(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const cause = error instanceof Error ? error.message : String(error);
    this.#failure ??= `Undo is not available in this session: ${cause}`;
    this.#options.onDefect?.(error);
  }

  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting++;
    const mine = this.#queue.then(work).finally(() => this.#waiting--);
    this.#queue = mine.catch(() => undefined);
    return mine;
  }
}
