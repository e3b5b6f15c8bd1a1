// Full outputs of tools, kept beside the session file and addressed by small numbers that go on counting
// when the session is resumed.
import { type Dirent, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A place for one artifact; the caller writes the file. */
export interface ArtifactSlot {
  readonly id: string;
  readonly path: string;
}

/** The artifacts of one session. */
export class Artifacts {
  /** The folder; it exists once something was kept. */
  readonly directory: string;
  #nextId: number | undefined;

  /** `directory` is the session file's path without its ending. */
  constructor(directory: string) {
    this.directory = directory;
  }

  /** Takes the next number and makes sure the folder exists. */
  allocate(toolName: string): ArtifactSlot {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    // Others may write here too: what lies there counts as much as what was given out.
    const taken = this.list().map((artifact) => Number(artifact.id));
    const next = Math.max(this.#nextId ?? 0, ...taken.map((id) => id + 1));
    this.#nextId = next + 1;
    const id = String(next);
    return { id, path: join(this.directory, `${id}.${toolName}.log`) };
  }

  /** All artifacts, lowest number first. */
  list(): ArtifactSlot[] {
    if (!existsSync(this.directory)) return [];
    return readdirSync(this.directory, { withFileTypes: true })
      .flatMap((entry: Dirent): ArtifactSlot[] => {
        const id = entry.isFile() ? /^(\d+)\..*\.log$/.exec(entry.name)?.[1] : undefined;
        return id === undefined ? [] : [{ id, path: join(this.directory, entry.name) }];
      })
      .sort((a, b) => Number(a.id) - Number(b.id));
  }

  /** The text of an artifact, or undefined when there is none of that number. */
  read(id: string): string | undefined {
    const found = this.list().find((artifact) => artifact.id === id);
    return found === undefined ? undefined : readFileSync(found.path, "utf8");
  }
}
