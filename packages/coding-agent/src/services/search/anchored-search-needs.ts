// What every tool needs that shows lines of files it has searched, anchored for edits. The tools share it; it does nothing.
import { fileMemoryNeed } from "../files/file-memory.ts";
import { fileOptionsNeed } from "../files/file-options.ts";
import { internalUrlsNeed } from "../internal-urls/internal-urls.ts";
import { workspaceNeed } from "../workspace.ts";
import { searchEnginesNeed } from "./search-engines.ts";

export const anchoredSearchNeeds = {
  workspace: workspaceNeed,
  options: fileOptionsNeed,
  memory: fileMemoryNeed,
  urls: internalUrlsNeed,
  engines: searchEnginesNeed,
} as const;
