// The directory a session works in, and how paths that a model names relate to it.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import { isAbsolute, relative, resolve } from "node:path";
import type { OpenBuffers } from "./editor/open-buffers.ts";

/** What tools know of the place they work in. */
export interface Workspace {
  readonly cwd: string;
  /** The absolute path that a model means by `path`. */
  resolve(path: string): string;
  /** A path as models and people should see it: relative where it lies inside. */
  display(path: string): string;
  /** Its files as the editor has them, where there is one. */
  readonly buffers?: OpenBuffers | undefined;
}

/** Tools that touch files declare this need. */
export const workspaceNeed = defineNeed<Workspace>("workspace");

/** The workspace of a directory; `home` is what `~` means. */
export function createWorkspace(
  cwd: string,
  home: string | undefined,
  buffers?: OpenBuffers,
): Workspace {
  return {
    cwd,
    buffers,
    resolve: (path) => {
      if (home !== undefined && (path === "~" || path.startsWith("~/")))
        return resolve(home, path.slice(2));
      return resolve(cwd, path);
    },
    display: (path) => {
      const below = relative(cwd, path);
      return below === "" || below.startsWith("..") || isAbsolute(below) ? path : below;
    },
  };
}
