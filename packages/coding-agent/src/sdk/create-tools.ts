// omp's own tools for a program that calls them itself: under the same gate, settings and sandbox as in a session, with
// nothing kept and no model asked.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import type { Assembled } from "../assemble.ts";
import { UserError } from "../platform/exit-codes.ts";
import type { Dialogs } from "../services/dialogs.ts";
import type { CreateAgentSessionOptions } from "./options.ts";
import { hostAt, type Place } from "./place.ts";
import type { SettingValues } from "./settings.ts";

/** Where tools work, and what holds for them. */
export interface ToolOptions extends Place, Pick<CreateAgentSessionOptions, "ignoreProject"> {
  /** Who answers questions and approvals; without it what would need a yes is refused. */
  readonly ui?: Dialogs;
  readonly settings?: SettingValues;
}

/** What a call gave. */
export interface ToolAnswer {
  readonly content: readonly (TextContent | ImageContent)[];
  /** For whoever shows the result; its form is the tool's own. */
  readonly details: unknown;
  readonly isError: boolean;
}

/** A call that a tool understands, and how it is made. */
export interface ToolCaller {
  /** Makes a call; a refusal and a failure are answers too. Arguments are checked first. */
  execute(
    toolCallId: string,
    params: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
    onUpdate?: (partial: Omit<ToolAnswer, "isError">) => void,
  ): Promise<ToolAnswer>;
}

/** A tool that ships with omp. */
export interface BuiltInTool extends ToolCaller {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** Loads tools by name, all of them without one. Dispose of the list when it is done with: that ends what they run. */
export async function createTools(
  options: ToolOptions & { readonly toolNames?: readonly string[] } = {},
): Promise<readonly BuiltInTool[] & AsyncDisposable> {
  const { builtInToolNames } = await import("../assemble/tool-set.ts");
  const names = options.toolNames ?? builtInToolNames();
  const unknown = names.find((name) => !builtInToolNames().includes(name));
  if (unknown !== undefined)
    throw new UserError(
      `toolNames: there is no tool "${unknown}"; there are ${builtInToolNames().join(", ")}.`,
    );
  const assembled = await openToolbox(options, names);
  const tools = assembled.toolbox.shelf.tools.map((tool) => toBuiltIn(tool, assembled));
  return Object.assign(tools, { [Symbol.asyncDispose]: () => assembled.session.close() });
}

async function openToolbox(options: ToolOptions, tools: readonly string[]): Promise<Assembled> {
  const { createSession } = await import("../assemble.ts");
  const { DEMO_MODEL } = await import("@oh-my-pi/pi-ai/demo");
  const host = hostAt(options);
  const { settings = {}, ui: dialogs, ignoreProject = false } = options;
  return createSession(
    {
      cwd: host.cwd,
      isEphemeral: true,
      isUntitled: true,
      model: selectorOf(DEMO_MODEL),
      tools,
      dialogs,
      isProjectIgnored: ignoreProject,
      overrides: [{ name: "override", source: "settings", values: settings }],
      embedded: { contextFiles: [] },
    },
    host,
  );
}

function toBuiltIn(tool: Tool, { toolbox }: Pick<Assembled, "toolbox">): BuiltInTool {
  const { name, label, description, spec } = tool;
  return {
    name,
    label,
    description,
    parameters: spec.parameters,
    async execute(callId, args, signal = new AbortController().signal, onUpdate) {
      const call = { tool, name, callId, args, ...(onUpdate && { onUpdate }) };
      const { result, isError } = await toolbox.host.call(call, signal);
      return { content: result.content, details: result.details, isError };
    },
  };
}

/** Makes one tool, loaded when it is first called. Dispose of it when it is done with. */
export type ToolClass = new (
  options?: ToolOptions,
) => ToolCaller & AsyncDisposable & { readonly name: string };

function toolClass(name: string): ToolClass {
  return class {
    readonly name = name;
    readonly #options: ToolOptions;
    #opened: ReturnType<typeof createTools> | undefined;

    constructor(options: ToolOptions = {}) {
      this.#options = options;
    }

    async execute(...call: Parameters<ToolCaller["execute"]>): Promise<ToolAnswer> {
      this.#opened ??= createTools({ ...this.#options, toolNames: [name] });
      const [tool] = await this.#opened;
      if (tool === undefined) throw new Error(`The tool ${name} was not loaded.`);
      return tool.execute(...call);
    }

    async [Symbol.asyncDispose](): Promise<void> {
      await (await this.#opened)?.[Symbol.asyncDispose]();
    }
  };
}

export const ReadTool: ToolClass = toolClass("read");
export const WriteTool: ToolClass = toolClass("write");
export const EditTool: ToolClass = toolClass("edit");
export const BashTool: ToolClass = toolClass("bash");
export const FindTool: ToolClass = toolClass("find");
/** Searches the text of files; the tool is called `search`. */
export const GrepTool: ToolClass = toolClass("search");
