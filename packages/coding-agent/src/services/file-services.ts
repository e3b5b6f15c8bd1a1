// Puts together what the file tools of one session need; the composition root binds the result.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import { join } from "node:path";
import { Artifacts } from "../session/log/artifacts.ts";
import type { Settings } from "../settings/settings.ts";
import { artifactWriterNeed, createArtifactWriter } from "./artifact-writer.ts";
import { codeSummaryNeed, withoutCodeSummary } from "./code-summary.ts";
import { createFileMemory, fileMemoryNeed } from "./files/file-memory.ts";
import { fileOptionsFrom, fileOptionsNeed } from "./files/file-options.ts";
import { InternalUrls, internalUrlsNeed } from "./internal-urls/internal-urls.ts";
import { agentScheme } from "./internal-urls/schemes/agent-scheme.ts";
import { artifactScheme } from "./internal-urls/schemes/artifact-scheme.ts";
import { conflictScheme } from "./internal-urls/schemes/conflict-scheme.ts";
import { docsScheme } from "./internal-urls/schemes/docs-scheme.ts";
import { localScheme } from "./internal-urls/schemes/local-scheme.ts";
import { memoryScheme } from "./internal-urls/schemes/memory-scheme.ts";
import { type NamedFiles, namedFileScheme } from "./internal-urls/schemes/named-file-scheme.ts";
import { type SearchEngines, searchEnginesNeed } from "./search/search-engines.ts";
import { structuralSummary } from "./search/structural-summary.ts";
import { webFetchNeed } from "./web-fetch.ts";
import { type Fetcher, WebPages } from "./web-pages.ts";
import type { Workspace } from "./workspace.ts";

export interface FileServicesOptions {
  readonly workspace: Workspace;
  readonly settings: Pick<Settings, "get">;
  /** Folder beside the session file; absent for a session that keeps nothing. */
  readonly sessionFolder: string | undefined;
  /** Where scratch files go when there is no session folder. */
  readonly scratchFolder: string;
  readonly fetcher: Fetcher;
  readonly skills?: NamedFiles;
  readonly rules?: NamedFiles;
  readonly memoryFolder?: string;
  /** Without them code is not summarized and not searched. */
  readonly engines?: SearchEngines;
  /** Schemes of the embedding program, as they are at that moment. */
  readonly hostSchemes?: ConstructorParameters<typeof InternalUrls>[1];
}

/** Needs of the file tools with what fulfils them. */
export function createFileServices(options: FileServicesOptions): (readonly [string, unknown])[] {
  const { workspace, settings, sessionFolder, fetcher, engines } = options;
  const memory = createFileMemory();
  const none: NamedFiles = () => [];
  const schemes = [
    artifactScheme(sessionFolder === undefined ? undefined : new Artifacts(sessionFolder)),
    agentScheme(sessionFolder),
    localScheme(join(sessionFolder ?? options.scratchFolder, "local")),
    namedFileScheme("skill", "skill", options.skills ?? none),
    namedFileScheme("rule", "rule", options.rules ?? none),
    memoryScheme(options.memoryFolder),
    docsScheme,
    conflictScheme(memory.conflicts, workspace),
  ];
  const urls = new InternalUrls(schemes, options.hostSchemes);
  return [
    bind(artifactWriterNeed, createArtifactWriter(sessionFolder)),
    bind(fileOptionsNeed, fileOptionsFrom(settings)),
    bind(fileMemoryNeed, memory),
    bind(internalUrlsNeed, urls),
    bind(codeSummaryNeed, engines === undefined ? withoutCodeSummary : structuralSummary(engines)),
    ...(engines === undefined ? [] : [bind(searchEnginesNeed, engines)]),
    bind(webFetchNeed, new WebPages(fetcher)),
  ];
}

function bind<T>(need: Need<T>, value: T): readonly [string, T] {
  return [need.name, value];
}
