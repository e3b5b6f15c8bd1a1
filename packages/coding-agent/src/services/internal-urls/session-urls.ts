// The internal addresses of one session: which schemes there are and what each one reads from.
import { join } from "node:path";
import { Artifacts } from "../../session/log/artifacts.ts";
import { InternalUrls } from "./internal-urls.ts";
import { agentScheme } from "./schemes/agent-scheme.ts";
import { artifactScheme } from "./schemes/artifact-scheme.ts";
import { conflictScheme } from "./schemes/conflict-scheme.ts";
import { docsScheme } from "./schemes/docs-scheme.ts";
import { localScheme } from "./schemes/local-scheme.ts";
import { memoryScheme } from "./schemes/memory-scheme.ts";
import { type NamedFiles, namedFileScheme } from "./schemes/named-file-scheme.ts";

export interface SessionUrlsOptions {
  /** Folder beside the session file; absent for a session that keeps nothing. */
  readonly sessionFolder: string | undefined;
  /** Where scratch files go when there is no session folder. */
  readonly scratchFolder: string;
  readonly skills?: NamedFiles;
  readonly rules?: NamedFiles;
  readonly memoryFolder?: string;
  /** Schemes of the embedding program, as they are at that moment. */
  readonly hostSchemes?: ConstructorParameters<typeof InternalUrls>[1];
}

/** Builds the router; what `conflict://` needs comes from whoever remembers conflicts. */
export function createSessionUrls(
  options: SessionUrlsOptions,
  ...conflicts: Parameters<typeof conflictScheme>
): InternalUrls {
  const { sessionFolder, scratchFolder } = options;
  const none: NamedFiles = () => [];
  const schemes = [
    artifactScheme(sessionFolder === undefined ? undefined : new Artifacts(sessionFolder)),
    agentScheme(sessionFolder),
    localScheme(join(sessionFolder ?? scratchFolder, "local")),
    namedFileScheme("skill", "skill", options.skills ?? none),
    namedFileScheme("rule", "rule", options.rules ?? none),
    memoryScheme(options.memoryFolder),
    docsScheme,
    conflictScheme(...conflicts),
  ];
  return new InternalUrls(schemes, options.hostSchemes);
}
