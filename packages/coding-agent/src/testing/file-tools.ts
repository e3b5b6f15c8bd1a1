// Calls of file tools as a session makes them: through the real host, over a real directory.
import { createToolHost, type ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { allowAll } from "@oh-my-pi/pi-agent-core/tool-policy";
import {
  createWorkspace as createTestWorkspace,
  type Workspace,
} from "@oh-my-pi/pi-testkit/workspace";
import { join } from "node:path";
import { createFileServices, type FileServicesOptions } from "../services/file-services.ts";
import * as fileSettings from "../services/files/settings.ts";
import { createSearchEngines } from "../services/search/create-engines.ts";
import * as searchSettings from "../services/search/settings.ts";
import { createWorkspace, workspaceNeed } from "../services/workspace.ts";
import { resolveLayers } from "../settings/layers.ts";
import type { Setting } from "../settings/setting.ts";

export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
  readonly details: Record<string, unknown>;
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
}

export interface FileTools extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly sessionFolder: string;
  call(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<CallResult>;
}

export interface FileToolsOptions extends Partial<FileServicesOptions> {
  /** Settings as nested tables. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Bindings that win over the usual ones. */
  readonly bound?: Readonly<Record<string, unknown>>;
}

/** A workspace, a session folder and the services of the file tools. */
export function createFileTools(options: FileToolsOptions = {}): FileTools {
  const workspace = createTestWorkspace();
  const place = createWorkspace(workspace.path, workspace.home);
  const sessionFolder = join(workspace.root, "session");
  const declared = [...Object.values(fileSettings), ...Object.values(searchSettings)];
  const { values } = resolveLayers(declared, [
    { name: "override", source: "test", values: options.values ?? {} },
  ]);
  const settings = {
    get: <Value>(setting: Setting<Value>) => values.get(setting.key) as Value,
  };
  const host = {
    env: options.env ?? {},
    home: workspace.home,
    tmp: workspace.root,
    platform: process.platform,
  };
  const services = createFileServices({
    workspace: place,
    settings,
    engines: createSearchEngines(host, settings),
    sessionFolder,
    scratchFolder: join(workspace.root, "scratch"),
    fetcher: fetch,
    ...options,
  });
  const bound = new Map([
    ...services,
    [workspaceNeed.name, place],
    ...Object.entries(options.bound ?? {}),
  ]);
  const toolHost = createToolHost({
    policy: allowAll,
    provide: (need) => bound.get(need.name),
    output: { limit: { maxBytes: 50 * 1024, maxLines: 3000 } },
    onDefect: (defect) => {
      throw defect;
    },
  });
  return {
    workspace,
    sessionFolder,
    call: (tool, args, signal) => callTool(toolHost, tool, args, signal),
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  };
}

async function callTool(
  host: ToolHost,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<CallResult> {
  const invocation = { callId: "call", name: tool.name, tool, args };
  const { result, isError } = await host.call(invocation, signal);
  return {
    text: result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
    isError,
    details: result.details as Record<string, unknown>,
    images: result.content.flatMap((block) => (block.type === "image" ? [block] : [])),
  };
}
