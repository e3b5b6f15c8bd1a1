// Tools of an embedding program: a function with a schema. For the model and the gate they are tools like any other.
import type { TierDeclaration } from "@oh-my-pi/pi-agent-core/approval";
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { messageOf, ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { z } from "zod";
import { UserError } from "../platform/exit-codes.ts";

/** What a tool gives back: text for the model, or blocks with details for whoever shows them. */
export type CustomToolResult =
  | string
  | {
      readonly content: readonly (TextContent | ImageContent)[];
      readonly details?: unknown;
      readonly isError?: boolean;
    };

/** Shows what there is so far. */
export type CustomToolUpdate = (partial: Exclude<CustomToolResult, string>) => void;

/** The session that a call belongs to. */
export interface CustomToolContext {
  readonly cwd: string;
  readonly model: Model;
  readonly sessionId: string;
  /** Stops the run that the call belongs to. */
  abort(): void;
}

/** A tool that the embedding program carries out. */
export interface CustomTool<Parameters extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** For people; default is the name. */
  readonly label?: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** How far calls reach: `read`, `write` or `exec`, which is the default. */
  readonly approval?: TierDeclaration<z.output<Parameters>>;
  /** Lines for whoever is asked whether a call may run. */
  formatApprovalDetails?(params: z.output<Parameters>): string | readonly string[] | undefined;
  /** Does the work. What it throws is told to the model as a failure. */
  execute(
    toolCallId: string,
    params: z.output<Parameters>,
    onUpdate: CustomToolUpdate,
    context: CustomToolContext,
    signal: AbortSignal,
  ): CustomToolResult | Promise<CustomToolResult>;
}

/** Lets the schema decide the type of `params`. */
export function defineCustomTool<Parameters extends z.ZodType>(
  tool: CustomTool<Parameters>,
): CustomTool {
  return tool;
}

/**
 * Makes tools for a session; throws UserError for names that cannot be.
 * @internal
 */
export function toTools(
  given: readonly CustomTool[],
  builtIn: readonly string[],
  context: () => CustomToolContext,
): Tool[] {
  const taken = new Set(builtIn);
  return given.map((custom) => {
    if (taken.has(custom.name))
      throw new UserError(`customTools: there is already a tool "${custom.name}".`);
    taken.add(custom.name);
    try {
      return toTool(custom, context);
    } catch (error) {
      throw new UserError(`customTools: ${messageOf(error)}`);
    }
  });
}

function toTool(custom: CustomTool, context: () => CustomToolContext): Tool {
  const { name, label, description, parameters, approval } = custom;
  return defineTool({
    name,
    ...(label !== undefined && { label }),
    description,
    parameters,
    ...(approval !== undefined && { tier: approval }),
    approvalDetails: (args) => custom.formatApprovalDetails?.(args),
    traits: { withoutIntent: true, strict: false },
    async run({ callId, signal, progress }, args): Promise<CustomToolResult> {
      try {
        return await custom.execute(callId, args, progress, context(), signal);
      } catch (error) {
        if (error instanceof ToolFailure) throw error;
        const kind = signal.aborted ? "aborted" : "error";
        throw new ToolFailure(messageOf(error), { kind, cause: error });
      }
    },
  });
}
