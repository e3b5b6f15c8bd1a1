// What every kind of reading answers with.
import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import type { ArtifactWriter } from "../../services/artifact-writer.ts";
import type { CodeSummary } from "../../services/code-summary.ts";
import type { FileMemory } from "../../services/files/file-memory.ts";
import type { FileOptions } from "../../services/files/file-options.ts";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";
import type { WebFetch } from "../../services/web-fetch.ts";
import type { Workspace } from "../../services/workspace.ts";

export interface ReadNeeds {
  readonly workspace: Workspace;
  readonly options: FileOptions;
  readonly memory: FileMemory;
  readonly urls: InternalUrls;
  readonly summary: CodeSummary;
  readonly web: WebFetch;
  readonly artifacts: ArtifactWriter;
}

export type ReadContext = Pick<ToolContext<ReadNeeds>, "needs" | "signal">;

export interface ReadResult {
  readonly content: string | readonly (TextContent | ImageContent)[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** The `meta` of something that came from a file or an address. */
export function sourceMeta(type: "path" | "url" | "internal", value: string) {
  return { source: { type, value } };
}
