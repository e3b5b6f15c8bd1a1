// Files of the project by a few typed characters, and entries of a folder by a path that was begun.
import { fuzzyFindFiles } from "@oh-my-pi/pi-natives/fuzzy-files";
import { ScanCache } from "@oh-my-pi/pi-natives/scan-cache";
import type { SelectItem } from "@oh-my-pi/pi-tui/select-list";
import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { CurrentSession } from "../../../session/session-holder.ts";

const MAX_PROPOSALS = 50;

export class FileProposals {
  readonly #root: () => string;
  readonly #home: string | undefined;
  readonly #cache: ScanCache;

  /** `root` is asked each time: another session may work elsewhere. */
  constructor(root: () => string, home: string | undefined, cache = new ScanCache()) {
    this.#root = root;
    this.#home = home;
    this.#cache = cache;
  }

  /** Forgets what it knows whenever a tool, or a command of the user's own, may have changed files. */
  follow(sessions: Pick<CurrentSession, "on">): () => void {
    return sessions.on(({ type }) => {
      if (type === "tool_execution_end" || type === "message_end") this.#cache.invalidate();
    });
  }

  /** Files below the project's root, best matches first, as they are attached. */
  async matching(query: string, signal: AbortSignal): Promise<SelectItem[]> {
    if (/^(?:~|\.{0,2})\//.test(query))
      return this.inFolder(query).map((item) => ({ ...item, value: attach(item.value) }));
    const { hits } = await fuzzyFindFiles({
      root: this.#root(),
      query,
      limit: MAX_PROPOSALS,
      cache: this.#cache,
      signal,
    });
    return hits.map(({ path, type }) => ({
      value: attach(type === "directory" ? `${path}/` : path),
      label: basename(path) + (type === "directory" ? "/" : ""),
      description: path,
    }));
  }

  /** Entries of the folder that a path leads to, by the beginning of their names. */
  inFolder(path: string): SelectItem[] {
    const folder = path.endsWith("/") ? path : `${dirname(path)}/`.replace(/^\/\//, "/");
    const begun = path.endsWith("/") ? "" : basename(path);
    try {
      return readdirSync(this.#resolve(folder), { withFileTypes: true })
        .filter(({ name }) => name.startsWith(begun) && (begun !== "" || !name.startsWith(".")))
        .slice(0, MAX_PROPOSALS)
        .map((entry) => {
          const label = entry.name + (entry.isDirectory() ? "/" : "");
          return { value: folder + label, label };
        });
    } catch {
      return []; // No such folder, or not ours to read: nothing to propose.
    }
  }

  #resolve(path: string): string {
    if (path.startsWith("~/") && this.#home !== undefined) return join(this.#home, path.slice(2));
    return resolve(this.#root(), path);
  }
}

function attach(path: string): string {
  return path.endsWith("/") ? `@${path}` : `@${path} `;
}
