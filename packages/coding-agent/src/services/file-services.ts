// Puts together what the file tools of one session need; the composition root binds the result.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { Settings } from "../settings/settings.ts";
import { artifactWriterNeed, createArtifactWriter } from "./artifact-writer.ts";
import { codeSummaryNeed, withoutCodeSummary } from "./code-summary.ts";
import { createFileMemory, fileMemoryNeed } from "./files/file-memory.ts";
import { fileOptionsFrom, fileOptionsNeed } from "./files/file-options.ts";
import { internalUrlsNeed } from "./internal-urls/internal-urls.ts";
import { createSessionUrls, type SessionUrlsOptions } from "./internal-urls/session-urls.ts";
import { type SearchEngines, searchEnginesNeed } from "./search/search-engines.ts";
import { structuralSummary } from "./search/structural-summary.ts";
import { webFetchNeed } from "./web-fetch.ts";
import { type Fetcher, WebPages } from "./web-pages.ts";
import type { Workspace } from "./workspace.ts";

export interface FileServicesOptions extends SessionUrlsOptions {
  readonly workspace: Workspace;
  readonly settings: Pick<Settings, "get">;
  readonly fetcher: Fetcher;
  /** Without them code is not summarized and not searched. */
  readonly engines?: SearchEngines;
}

/** Needs of the file tools with what fulfils them. */
export function createFileServices(options: FileServicesOptions): (readonly [string, unknown])[] {
  const { workspace, settings, sessionFolder, fetcher, engines } = options;
  const memory = createFileMemory();
  return [
    bind(artifactWriterNeed, createArtifactWriter(sessionFolder)),
    bind(fileOptionsNeed, fileOptionsFrom(settings)),
    bind(fileMemoryNeed, memory),
    bind(internalUrlsNeed, createSessionUrls(options, memory.conflicts, workspace)),
    bind(codeSummaryNeed, engines === undefined ? withoutCodeSummary : structuralSummary(engines)),
    ...(engines === undefined ? [] : [bind(searchEnginesNeed, engines)]),
    bind(webFetchNeed, new WebPages(fetcher)),
  ];
}

function bind<T>(need: Need<T>, value: T): readonly [string, T] {
  return [need.name, value];
}
