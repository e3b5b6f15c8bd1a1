// What every kind of writing is given and answers with.
import type { FileMemory } from "../../services/files/file-memory.ts";
import type { FileOptions } from "../../services/files/file-options.ts";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";
import type { Workspace } from "../../services/workspace.ts";

export interface WriteNeeds {
  readonly workspace: Workspace;
  readonly options: FileOptions;
  readonly memory: FileMemory;
  readonly urls: InternalUrls;
}

export interface WriteResult {
  readonly content: string;
  readonly details: object;
}
