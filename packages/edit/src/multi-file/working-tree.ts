// Owns the files of one call while it is being planned: reads come from what the host read before,
// writes stay in memory. It gives the shortest list of steps from the first state to the last.

import { encodeDocument } from "../document/document-bytes.ts";
import { refuseUnencodable } from "../document/refuse-unencodable.ts";
import { plainForm, type TextForm } from "../document/text-form.ts";
import type { TextDocument } from "../document/text-document.ts";
import { describeGenerated, findGeneratedMarker } from "../guard/generated-file.ts";
import { normalizePath } from "../path/edit-path.ts";
import { notebookForm } from "../notebook/notebook-form.ts";
import { refuse, type Refusal } from "../outcome.ts";
import type { PlanStep } from "./edit-plan.ts";
import type { FileLookup, FileState } from "./file-system.ts";

export interface TreeOptions {
  /** Refuse to change files that say they are generated; on by default. */
  readonly blockGenerated?: boolean;
  /** How a path is written in messages. */
  readonly describePath?: (path: string) => string;
  /** Text forms of special files, tried before the plain one; notebooks when absent. */
  readonly forms?: readonly TextForm[];
}

interface FileEntry {
  readonly kind: "file";
  readonly bytes: Uint8Array;
  /** The text by now, with the bytes it was first decoded from. */
  readonly opened?: { readonly document: TextDocument; readonly original: Uint8Array };
  /** Key of the file on disk that this one was. */
  readonly origin?: string;
}

type Entry = { readonly kind: "missing" } | FileEntry;

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
    return (entry ?? this.#state(path)).kind !== "missing";
  }

  /** Why a path cannot be changed; undefined when it is a file that may be. */
  check(path: string): Refusal | undefined {
    const name = this.describe(path);
    const entry = this.#entries.get(this.#key(path));
    const state = entry ?? this.#state(path);
    if (state.kind === "missing") return refuse("file-missing", `File not found: ${name}`);
    if (state.kind === "directory") return refuse("not-a-file", `Path is a directory: ${name}`);
    if (entry !== undefined || this.#options.blockGenerated === false) return undefined;
    const marker = findGeneratedMarker(state.bytes);
    return marker === undefined ? undefined : refuse("generated", describeGenerated(name, marker));
  }

  /** The current text of a file that may be changed. */
  open(path: string): Opened {
    const problem = this.check(path);
    if (problem !== undefined) return problem;
    const { bytes, opened } = this.#file(path);
    if (opened !== undefined) return { ok: true, document: opened.document };
    const decoded = this.#formOf(path).decode(bytes);
    if (decoded.ok) return decoded;
    return refuse("undecodable", `Cannot edit ${this.describe(path)}: ${decoded.message}.`);
  }

  /** Gives a file that was opened a new text. */
  write(path: string, document: TextDocument): Refusal | undefined {
    const file = this.#file(path);
    const original = file.opened?.original ?? file.bytes;
    const encoded = this.#formOf(path).encode(document, original);
    if (!encoded.ok) {
      return refuse("unencodable", `Cannot edit ${this.describe(path)}: ${encoded.message}.`);
    }
    const opened = { document, original };
    this.#entries.set(this.#key(path), { ...file, bytes: encoded.bytes, opened });
    return undefined;
  }

  /** Puts a new file at a free path. */
  create(path: string, document: TextDocument): Refusal | undefined {
    if (this.exists(path)) return this.#refuseExisting(path);
    const unencodable = refuseUnencodable(document.format.encoding, [document.text]);
    if (unencodable !== undefined) return unencodable;
    this.#entries.set(this.#key(path), { kind: "file", bytes: encodeDocument(document) });
    return undefined;
  }

  remove(path: string): void {
    this.#entries.set(this.#key(path), { kind: "missing" });
  }

  /** Takes a file, with the text it has by now, to a free path. */
  move(from: string, to: string): Refusal | undefined {
    if (this.exists(to)) return this.#refuseExisting(to);
    const { opened: _, ...file } = this.#file(from);
    this.#entries.set(this.#key(from), { kind: "missing" });
    this.#entries.set(this.#key(to), file);
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

  #fileStep(key: string, entry: FileEntry, movedAway: Set<string>): PlanStep[] {
    const path = this.#name(key);
    const { bytes: after, origin } = entry;
    const state = this.#stateOfKey(key);
    if (state.kind === "file") {
      const isSame = Buffer.compare(state.bytes, after) === 0;
      return isSame ? [] : [{ kind: "update", path, before: state.bytes, after }];
    }
    const source = origin === undefined ? undefined : this.#stateOfKey(origin);
    const isMoved = origin !== undefined && this.#entries.get(origin)?.kind === "missing";
    if (!isMoved || source?.kind !== "file") return [{ kind: "create", path, after }];
    movedAway.add(origin);
    return [{ kind: "move", path: this.#name(origin), to: path, before: source.bytes, after }];
  }

  /** The file at a path that {@link check} has passed. */
  #file(path: string): FileEntry {
    const key = this.#key(path);
    const entry = this.#entries.get(key);
    if (entry?.kind === "file") return entry;
    const state = this.#stateOfKey(key);
    if (state.kind !== "file") throw new Error(`not a file: ${path}`);
    const { bytes, document } = state;
    const file = { kind: "file", bytes, origin: key } as const;
    return document === undefined ? file : { ...file, opened: { document, original: bytes } };
  }

  #formOf(path: string): TextForm {
    const forms = this.#options.forms ?? [notebookForm];
    return forms.find((form) => form.isFor(path)) ?? plainForm;
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
