// Which processes keep a journal of a workspace, and what each was in the middle of. A mark outlives its process, and its
// lock does not: so the dead are told from the living.
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { tryLock } from "../../platform/file-lock.ts";

/** What a process was in the middle of. */
export interface OpenMark {
  readonly session: string;
  readonly turn: number | undefined;
  readonly label: string;
  readonly tool?: string | undefined;
  readonly agentId?: string | undefined;
  readonly startedAtMs: number;
}

export class LiveMark implements Disposable {
  readonly #file: string;
  readonly #fd: number;

  constructor(directory: string, platform: NodeJS.Platform) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#file = join(directory, crypto.randomUUID());
    this.#fd = openSync(this.#file, "wx", 0o600);
    tryLock(this.#fd, platform);
  }

  begin(mark: OpenMark): void {
    this.#write(JSON.stringify(mark));
  }

  end(): void {
    this.#write("");
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
    rmSync(this.#file, { force: true });
  }

  /** Only the first line counts: to cut off what is left of a longer one would cost more than the rest of a step. */
  #write(line: string): void {
    writeSync(this.#fd, `${line}\n`, 0);
  }
}

/** Removes the marks of dead processes; says what they were in the middle of, and whether others live. */
export function takeDeadMarks(
  directory: string,
  platform: NodeJS.Platform,
): { readonly marks: readonly OpenMark[]; readonly hasOthers: boolean } {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const marks: OpenMark[] = [];
  let hasOthers = false;
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    const fd = openSync(file, "r+");
    try {
      if (tryLock(fd, platform) === "held") {
        hasOthers = true;
        continue;
      }
      const mark = parseMark(readFileSync(fd, "utf8"));
      if (mark !== undefined) marks.push(mark);
      rmSync(file, { force: true });
    } finally {
      closeSync(fd);
    }
  }
  return { marks, hasOthers };
}

function parseMark(text: string): OpenMark | undefined {
  const [line = ""] = text.split("\n", 1);
  try {
    return line === "" ? undefined : (JSON.parse(line) as OpenMark);
  } catch {
    // Torn by the death of its writer, which then had not begun.
    return undefined;
  }
}
