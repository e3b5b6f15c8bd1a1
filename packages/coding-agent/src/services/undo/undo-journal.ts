// The journal of one session in one workspace: looks at the tree before and after everything that may change files, and
// takes turns back. It waits for nothing but its own first look.
import { realpathSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { openSwapFiles } from "../../platform/swap-files.ts";
import { applyChanges, type ApplyOptions, sweepTemporary } from "./apply-changes.ts";
import { DEFAULT_LIMITS, type UndoLimits } from "./coverage.ts";
import { EVERYTHING, isNothing, TreeWatch } from "./dirty-paths.ts";
import { type FileChange, isSameState } from "./file-state.ts";
import { inSlices } from "./in-slices.ts";
import type { Direction, Reversal } from "./journal-tables.ts";
import {
  planChanges,
  planUndo,
  joinSteps,
  type Present,
  type Refused,
  reverse,
} from "./plan-reversal.ts";
import { type ChangesReport, describeTurns } from "./describe-turns.ts";
import { TreeImage } from "./tree-image.ts";
import { WorkspaceStore } from "./workspace-store.ts";

export interface UndoJournalOptions {
  readonly root: string;
  readonly directory: string;
  readonly session: string;
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
  readonly limits?: UndoLimits;
  /** Folders that are never journaled, such as omp's own. */
  readonly excluded?: readonly string[];
  /** Takes secrets out of what turns and steps are called. */
  readonly hide?: (text: string) => string;
  /** Hears of what keeps the journal from working; commands run all the same. */
  readonly onDefect?: (defect: unknown) => void;
  /** Hears of each change that taking back makes. */
  readonly onApplied?: (change: FileChange) => void;
}

/** Which call or command is about to change files. */
export interface StepOrigin {
  readonly label: string;
  readonly tool?: string | undefined;
  readonly callId?: string | undefined;
  readonly agentId?: string | undefined;
}

/** Something that may change files, under way. */
export interface OpenStep {
  end(): Promise<void>;
}

/** What taking back, or doing again, came to. */
export interface ReversalReport {
  readonly direction: Direction;
  /** False when files were refused and nothing was touched. */
  readonly isDone: boolean;
  readonly turns: number;
  readonly files: readonly FileChange[];
  readonly refused: readonly Refused[];
  /** Directories that stay because somebody else's files are in them. */
  readonly kept: readonly string[];
  /** What a person should know besides, in sentences. */
  readonly notes: readonly string[];
}

/** Something that the person can be told in a sentence. */
export class UndoError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UndoError";
  }
}

/** Rows that are written without a pause. */
const SAVED_AT_ONCE = 500;

interface Running {
  readonly origin: StepOrigin;
  readonly startedAtMs: number;
}

interface Opened {
  /** The workspace without links on the way. */
  readonly root: string;
  readonly store: WorkspaceStore;
  readonly image: TreeImage;
  readonly watch: TreeWatch;
}

export class UndoJournal implements AsyncDisposable {
  readonly #options: UndoJournalOptions;
  #opening: Promise<Opened> | undefined;
  #opened: Opened | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #running: Running[] = [];
  #turnLabel = "";
  #isTurnOpen = false;
  #turn: number | undefined;
  #notes: string[] = [];
  #failure: string | undefined;
  readonly #closing = new AbortController();

  constructor(options: UndoJournalOptions) {
    this.#options = options;
  }

  /** Takes its first look while something else goes on. */
  warmUp(): void {
    this.#open().catch(() => undefined);
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
      const opened = this.#opened ?? (await this.#open());
      await this.#lookAgain(opened, this.#running.at(-1));
      this.#running.push(running);
      this.#markOpen(opened);
    } catch (error) {
      this.#fail(error);
      return { end: async () => undefined };
    }
    return { end: () => this.#end(running) };
  }

  /** Takes back the last turns. Files that others changed are refused by name: then nothing is done, or the rest. */
  undo(most = 1, { rest = false }: { readonly rest?: boolean } = {}): Promise<ReversalReport> {
    return this.#whileStill((opened) => {
      const { tables } = opened.store;
      const turns = tables.turns(this.#options.session, most);
      if (turns.length === 0) throw new UndoError("There is nothing to undo in this session.");
      const steps = turns.toReversed().flatMap(({ id }) => tables.steps(id));
      if (steps.some(({ isInterrupted }) => isInterrupted))
        this.#notes.push(
          "omp ended in the middle of a command: what anybody changed until it was started again counts as the command's.",
        );
      const plan = planUndo(joinSteps(steps), this.#present(opened));
      const ids = turns.map(({ id }) => id);
      return this.#reverse(opened, { direction: "undo", turns: ids, ...plan, rest });
    });
  }

  /** Does again what the last undo took back. */
  redo({ rest = false }: { readonly rest?: boolean } = {}): Promise<ReversalReport> {
    return this.#whileStill((opened) => {
      const { tables } = opened.store;
      const undone = tables.lastUndo(this.#options.session);
      if (undone === undefined) throw new UndoError("There is nothing to redo.");
      const plan = planChanges(undone.changes.map(reverse), this.#present(opened));
      const { turns } = undone;
      return this.#reverse(opened, { direction: "redo", turns, ...plan, rest });
    });
  }

  /** What the last turns did to files. */
  changes(most = 1): Promise<ChangesReport> {
    return this.#whileStill(({ store, image, watch }) => {
      const turns = store.tables.turns(this.#options.session, most);
      return {
        turns: describeTurns(turns, store),
        leftOut: [...image.leftOut].sort(),
        isFull: image.isFull,
        isWatched: watch.isSeeing,
        notes: this.#takeNotes(),
      };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const opened = await this.#opening?.catch(() => undefined);
    await this.#queue;
    opened?.watch[Symbol.dispose]();
    opened?.store[Symbol.dispose]();
  }

  async #end(running: Running): Promise<void> {
    const opened = this.#opened;
    try {
      if (opened !== undefined && !this.#closing.signal.aborted)
        await this.#lookAgain(opened, running);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#running.splice(this.#running.indexOf(running), 1);
      if (opened !== undefined && !this.#closing.signal.aborted) this.#markOpen(opened);
    }
  }

  /** What changed since the last look is `owner`'s; without one it is somebody else's. */
  #lookAgain(opened: Opened, owner: Running | undefined): Promise<void> {
    // Most commands change nothing, and most of the time nobody else is looking.
    const seen = this.#waiting === 0 ? opened.watch.take() : undefined;
    if (seen !== undefined && isNothing(seen)) return Promise.resolve();
    return this.#exclusively(async () => {
      const dirty = seen ?? opened.watch.take();
      if (isNothing(dirty)) return;
      const changes = await inSlices(opened.image.refresh(dirty));
      this.#record(opened, owner, changes);
    });
  }

  #record({ store, image }: Opened, owner: Running | undefined, changes: FileChange[]): void {
    const { session, now } = this.#options;
    store.transact(() => {
      store.tables.saveFiles(image.takeUnsaved());
      if (owner === undefined || changes.length === 0) return;
      store.tables.forgetUndone(session);
      this.#turn ??= store.tables.addTurn(session, this.#turnLabel, owner.startedAtMs);
      const { origin, startedAtMs } = owner;
      const times = { startedAtMs, endedAtMs: now(), isInterrupted: false };
      store.tables.addStep(this.#turn, { ...origin, ...times, changes });
    });
    if (changes.length > 0) store.keepWithinLimits();
  }

  #reverse(
    opened: Opened,
    { rest, refused, changes, turns, direction }: PlannedReversal,
  ): ReversalReport {
    const facts = { direction, turns: turns.length, refused };
    if (refused.length > 0 && !rest)
      return { ...facts, isDone: false, files: [], kept: [], notes: this.#takeNotes() };
    const { session } = this.#options;
    const { tables } = opened.store;
    const id = tables.planReversal({ session, direction, turns, changes });
    const { kept } = this.#apply(opened, { id, session, direction, turns, changes });
    this.#turn = undefined;
    return { ...facts, isDone: true, files: changes, kept, notes: this.#takeNotes() };
  }

  /** Makes planned changes; what the system refuses puts everything back. */
  #apply(opened: Opened, reversal: Reversal): { readonly kept: readonly string[] } {
    const done: FileChange[] = [];
    const onApplied = (change: FileChange): void => {
      done.push(change);
      this.#options.onApplied?.(change);
    };
    const options = this.#applyOptions(opened, reversal.id);
    try {
      const { kept } = applyChanges(reversal.changes, { ...options, onApplied });
      opened.store.transact(() => opened.store.tables.finishReversal(reversal));
      return { kept };
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      applyChanges(done.map(reverse), options);
      opened.store.tables.dropReversal(reversal.id);
      throw new UndoError(`Nothing was changed: ${cause}.`);
    }
  }

  #applyOptions({ root, store }: Opened, id: number): ApplyOptions {
    return {
      root,
      temporaryName: `.omp-undo-${id}.tmp`,
      swap: openSwapFiles(this.#options.platform),
      read: (hash) => store.content.read(hash),
    };
  }

  #present({ image, store }: Opened): Present {
    return {
      current: (path) => image.inspect(path),
      isKept: (hash) => store.content.has(hash),
    };
  }

  /** Work on a tree that was just looked at; what it does to files is nobody's step. */
  async #whileStill<Result>(work: (opened: Opened) => Result): Promise<Result> {
    if (this.#failure !== undefined) throw new UndoError(this.#failure);
    const opened = this.#opened ?? (await this.#open());
    await this.#lookAgain(opened, this.#running.at(-1));
    return this.#exclusively(async () => {
      try {
        return work(opened);
      } finally {
        const dirty = opened.watch.take();
        const own = await inSlices(opened.image.refresh(dirty));
        this.#record(opened, undefined, own);
      }
    });
  }

  #markOpen({ store }: Opened): void {
    const running = this.#running.at(-1);
    if (running === undefined) {
      store.mark.end();
      return;
    }
    const { label, tool, agentId } = running.origin;
    const { session } = this.#options;
    const { startedAtMs } = running;
    store.mark.begin({ session, turn: this.#turn, label, tool, agentId, startedAtMs });
  }

  #open(): Promise<Opened> {
    this.#opening ??= this.#firstLook().catch((error: unknown) => {
      this.#fail(error);
      throw error;
    });
    return this.#opening;
  }

  async #firstLook(): Promise<Opened> {
    const { directory, platform, limits = DEFAULT_LIMITS, excluded = [] } = this.#options;
    const root = realpathSync(this.#options.root);
    const store = new WorkspaceStore({ root, directory, platform, limits });
    const watch = new TreeWatch(root, platform);
    const image = new TreeImage(
      {
        root,
        limits,
        keep: (bytes) => store.content.keep(bytes),
        onDirectory: (path) => watch.watch(path),
        excluded: new Set([directory, ...excluded].flatMap((path) => belowOf(root, path))),
      },
      store.tables.loadFiles(),
    );
    const opened = { root, store, watch, image };
    const isFirst = image.size === 0;
    try {
      const changes = await inSlices(image.refresh(EVERYTHING), this.#closing.signal);
      this.#adopt(opened, isFirst ? [] : changes);
      await inSlices(saveFiles(opened), this.#closing.signal);
    } catch (error) {
      watch[Symbol.dispose]();
      store[Symbol.dispose]();
      throw error;
    }
    this.#finishUndone(opened);
    store.keepWithinLimits();
    this.#opened = opened;
    return opened;
  }

  /** What a process that died was doing is a turn of its session, not somebody else's doing. */
  #adopt({ store, image }: Opened, changes: readonly FileChange[]): void {
    const mark = store.interrupted.at(-1);
    if (mark === undefined || changes.length === 0) return;
    store.transact(() => {
      store.tables.saveFiles(image.takeUnsaved());
      const { session, label, tool, agentId, startedAtMs } = mark;
      const turn = mark.turn ?? store.tables.addTurn(session, `interrupted: ${label}`, startedAtMs);
      store.tables.addStep(turn, {
        label,
        tool,
        agentId,
        startedAtMs,
        endedAtMs: this.#options.now(),
        isInterrupted: true,
        changes,
      });
    });
  }

  /** Taking back that a death cut short is finished; what others changed since stays and is named. */
  #finishUndone(opened: Opened): void {
    const { store, image } = opened;
    for (const reversal of store.tables.unfinishedReversals()) {
      if (store.hasOthers && reversal.session !== this.#options.session) continue;
      const options = this.#applyOptions(opened, reversal.id);
      sweepTemporary(reversal.changes, options);
      const ours = reversal.changes.filter((change) => isUnderWay(change, image));
      const left = ours.filter(({ path, after }) => !isSameState(image.stateOf(path), after));
      applyChanges(left, options);
      store.transact(() => store.tables.finishReversal({ ...reversal, changes: ours }));
      this.#notes.push(`An interrupted ${reversal.direction} was finished (${ours.length} files).`);
      for (const { path } of reversal.changes.filter((change) => !ours.includes(change)))
        this.#notes.push(`${path} was left as it is: somebody else changed it meanwhile.`);
    }
  }

  #runningOf(origin: StepOrigin): Running {
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

interface PlannedReversal {
  readonly direction: Direction;
  readonly turns: readonly number[];
  readonly changes: readonly FileChange[];
  readonly refused: readonly Refused[];
  readonly rest: boolean;
}

function belowOf(root: string, path: string): string[] {
  const below = relative(root, path);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? [] : [below];
}

/** Writes down the tree a part at a time. */
function* saveFiles({ store, image }: Opened): Generator<void, void> {
  const files = image.takeUnsaved();
  for (let at = 0; at < files.length; at += SAVED_AT_ONCE) {
    store.transact(() => store.tables.saveFiles(files.slice(at, at + SAVED_AT_ONCE)));
    yield;
  }
}

/** A path is as it was, as it shall be, or on its way between the two. */
function isUnderWay({ path, before, after }: FileChange, image: TreeImage): boolean {
  const now = image.inspect(path);
  if (isSameState(now, before) || isSameState(now, after)) return true;
  if (now.kind === "directory") return after.kind === "directory";
  const isSwap = (before.kind === "directory") !== (after.kind === "directory");
  return now.kind === "absent" && isSwap;
}
