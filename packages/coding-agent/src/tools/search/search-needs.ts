// What a call of `search` is given, and what it answers with. Types only.
import type { FileMemory } from "../../services/files/file-memory.ts";
import type { FileOptions } from "../../services/files/file-options.ts";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";
import type { SearchEngines } from "../../services/search/search-engines.ts";
import type { Workspace } from "../../services/workspace.ts";

export interface SearchNeeds {
  readonly workspace: Workspace;
  readonly options: FileOptions;
  readonly memory: FileMemory;
  readonly urls: InternalUrls;
  readonly engines: SearchEngines;
}

export interface SearchResult {
  readonly content: string;
  readonly details: Readonly<Record<string, unknown>>;
}
