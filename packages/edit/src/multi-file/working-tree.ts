// Owns the files of one call while it is being planned: reads come from what the host read before,
// writes stay in memory. It gives the shortest list of steps from the first state to the last.

import { decodeDocument, encodeDocument } from "../document/document-bytes.ts";
import { refuseUnencodable } from "../document/refuse-unencodable.ts";
import type { TextDocument } from "../document/text-document.ts";
import { describeGenerated, findGeneratedMarker } from "../guard/generated-file.ts";
import { normalizePath } from "../path/edit-path.ts";
import { refuse, type Refusal } from "../outcome.ts";
import type { PlanStep } from "./edit-plan.ts";
import type { FileLookup, FileState } from "./file-system.ts";

export interface TreeOptions {
  /** Refuse to change files that say they are generated; on by default. */
  readonly blockGenerated?: boolean;
  /** How a path is written in messages. */
  readonly describePath?: (path: string) => string;
}

type Entry =
  | { readonly kind: "missing" }
  | { readonly kind: "file"; readonly document: TextDocument; readonly origin: string | undefined };

type Opened = { readonly ok: true; readonly document: TextDocument } | Refusal;

/** An in-memory overlay over the files a call may touch. */
export class WorkingTree {
  readonly #lookup: FileLookup;
  readonly #options: TreeOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #states = new Map<string, FileState>();
  readonly #names = new Map<string, string>();

  constructor(lookup: FileLookup, options: TreeOptions = {}) {
    this.#lookup = lookup;
    this.#options = options;
  }

  /** How `path` is written in messages. */
  describe(path: string): string {
    return this.#options.describePath?.(path) ?? path;
  }

  exists(path: string): boolean {
    const entry = this.#entries.get(this.#key(path));
    return entry === undefined ? this.#state(path).kind !== "missing" : entry.kind === "file";
  }

  /** Why a path cannot be changed; undefined when it is a file that may be. */
  check(path: string): Refusal | undefined {
    const entry = this.#entries.get(this.#key(path));
    if (entry?.kind === "file") return undefined;
    const state = entry ?? this.#state(path);
    if (state.kind === "missing")
      return refuse("file-missing", `File not found: ${this.describe(path)}`);
    if (state.kind === "directory")
      return refuse("not-a-file", `Path is a directory: ${this.describe(path)}`);
    if (this.#options.blockGenerated === false) return undefined;
    const marker = findGeneratedMarker(state.bytes);
    return marker === undefined
      ? undefined
      : refuse("generated", describeGenerated(this.describe(path), marker));
  }

  /** The current text of a file that may be changed. */
  open(path: string): Opened {
    const problem = this.check(path);
    if (problem !== undefined) return problem;
    const entry = this.#entries.get(this.#key(path));
    return entry?.kind === "file" ? { ok: true, document: entry.document } : this.#decode(path);
  }

  write(path: string, document: TextDocument): void {
    const key = this.#key(path);
    const entry = this.#entries.get(key);
    this.#entries.set(key, {
      kind: "file",
      document,
      origin: entry?.kind === "file" ? entry.origin : key,
    });
  }

  /** Puts a new file at a free path. */
  create(path: string, document: TextDocument): Refusal | undefined {
    if (this.exists(path)) return this.#refuseExisting(path);
    const unencodable = refuseUnencodable(document.format.encoding, [document.text]);
    if (unencodable !== undefined) return unencodable;
    this.#entries.set(this.#key(path), { kind: "file", document, origin: undefined });
    return undefined;
  }

  remove(path: string): void {
    this.#entries.set(this.#key(path), { kind: "missing" });
  }

  /** Takes a file with its new text to a free path. */
  move(from: string, to: string, document: TextDocument): Refusal | undefined {
    if (this.exists(to)) return this.#refuseExisting(to);
    const source = this.#key(from);
    const entry = this.#entries.get(source);
    const origin = entry?.kind === "file" ? entry.origin : source;
    this.#entries.set(source, { kind: "missing" });
    this.#entries.set(this.#key(to), { kind: "file", document, origin });
    return undefined;
  }

  /** What has to happen on disk: creations and updates first, then moves, deletions last. */
  steps(): PlanStep[] {
    const steps: PlanStep[] = [];
    const movedAway = new Set<string>();
    for (const [key, entry] of this.#entries) {
      if (entry.kind === "file") steps.push(...this.#fileStep(key, entry, movedAway));
    }
    for (const [key, entry] of this.#entries) {
      const state = this.#stateOfKey(key);
      if (entry.kind === "file" || state.kind !== "file" || movedAway.has(key)) continue;
      const { bytes: before, mode } = state;
      const path = this.#name(key);
      steps.push(
        mode === undefined
          ? { kind: "delete", path, before }
          : { kind: "delete", path, before, mode },
      );
    }
    return steps.sort((a, b) => STEP_ORDER[a.kind] - STEP_ORDER[b.kind]);
  }

  #fileStep(key: string, entry: Entry & { kind: "file" }, movedAway: Set<string>): PlanStep[] {
    const path = this.#name(key);
    const after = encodeDocument(entry.document);
    const state = this.#stateOfKey(key);
    if (state.kind === "file") {
      const isSame = Buffer.compare(state.bytes, after) === 0;
      return isSame ? [] : [{ kind: "update", path, before: state.bytes, after }];
    }
    const origin = entry.origin === undefined ? undefined : this.#stateOfKey(entry.origin);
    if (
      entry.origin === undefined ||
      origin?.kind !== "file" ||
      this.#entries.get(entry.origin)?.kind === "file"
    ) {
      return [{ kind: "create", path, after }];
    }
    movedAway.add(entry.origin);
    return [
      { kind: "move", path: this.#name(entry.origin), to: path, before: origin.bytes, after },
    ];
  }

  #decode(path: string): Opened {
    const state = this.#state(path);
    if (state.kind !== "file")
      return refuse("file-missing", `File not found: ${this.describe(path)}`);
    if (state.document !== undefined) return { ok: true, document: state.document };
    const decoded = decodeDocument(state.bytes);
    if (decoded.ok) return decoded;
    return refuse("undecodable", `Cannot edit ${this.describe(path)}: ${decoded.message}.`);
  }

  #refuseExisting(path: string): Refusal {
    return refuse(
      "file-exists",
      `File already exists: ${this.describe(path)}. Nothing was changed; update it instead, or choose another path.`,
    );
  }

  #state(path: string): FileState {
    return this.#stateOfKey(this.#key(path));
  }

  #stateOfKey(key: string): FileState {
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = this.#lookup(this.#name(key));
    this.#states.set(key, state);
    return state;
  }

  #key(path: string): string {
    const key = normalizePath(path);
    if (!this.#names.has(key)) this.#names.set(key, path);
    return key;
  }

  #name(key: string): string {
    return this.#names.get(key) ?? key;
  }
}

const STEP_ORDER: Readonly<Record<PlanStep["kind"], number>> = {
  create: 0,
  update: 1,
  move: 2,
  delete: 3,
};
