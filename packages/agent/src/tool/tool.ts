// What a tool is to everybody but its host: names, schema, traits and views. What it does is sealed.
import type { ToolSpec } from "@oh-my-pi/pi-ai/request";
import type { CallSituation, ToolApproval } from "./approval.ts";
import type { ArgumentChecker, ArgumentMode } from "./arguments.ts";
import type { Need } from "./need.ts";
import type { Sealed } from "./sealed.ts";
import type { ToolView, ViewedResult } from "./view.ts";

/** `shared` tools run beside each other, an `exclusive` one alone. */
export type Concurrency = "shared" | "exclusive";

/** How a tool lives within a run. What is not given is false, unless another default is named. */
export interface ToolTraits {
  /** Runs to its end even when the run is aborted or interrupted. */
  readonly nonAbortable?: boolean;
  /** May be called again and again with the same outcome, as when waiting for something. */
  readonly repeatable?: boolean;
  /** The model is not asked for `_i`. */
  readonly withoutIntent?: boolean;
  /** Providers that can enforce the schema are asked to; default true. */
  readonly strict?: boolean;
  /** Default `repair`. */
  readonly argumentMode?: ArgumentMode;
  /** Which part of text over the limit is kept; default `both` ends. */
  readonly keep?: "head" | "tail" | "both";
  /** Cuts and spills its own text, so that the host's limit of lines does not apply. */
  readonly boundsOutput?: boolean;
  /** Whether this free-form `input`, cut off and closed by `*** Abort`, may still be run. */
  readonly acceptsAbortMarker?: (input: string) => boolean;
  /** Whether the tool is there from the start or found when it is needed; for the application. */
  readonly loadMode?: "essential" | "discoverable";
  /** Offered only when it is asked for by name; for the application. */
  readonly hidden?: boolean;
  /** May leave something to be applied or discarded later; for the application. */
  readonly deferrable?: boolean;
  /** Files that a call reads or changes. */
  readonly touches?: (args: Readonly<Record<string, unknown>>) => FileTouches;
}

export interface FileTouches {
  readonly read?: readonly string[];
  readonly written?: readonly string[];
  readonly edited?: readonly string[];
}

/** What a running call may use. */
export interface ToolContext<Capabilities = unknown> {
  readonly callId: string;
  readonly toolName: string;
  readonly signal: AbortSignal;
  readonly needs: Capabilities;
  /** Shows what there is so far; throttled and cut to its tail on the way out. */
  readonly progress: (partial: { content: unknown; details?: unknown }) => void;
}

/** The hidden half of a tool; only the host opens it. */
export interface ToolBody {
  readonly check: ArgumentChecker;
  readonly needs: Readonly<Record<string, Need<unknown>>>;
  /** Runs the call and gives a result of any shape; the host coerces it. */
  readonly run: (context: ToolContext, args: unknown) => Promise<unknown>;
}

/** A tool as the loop, policies and faces see it. */
export interface Tool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly concurrency: Concurrency;
  readonly traits: ToolTraits;
  /** What the model is told; made once. */
  readonly spec: ToolSpec;
  /** The same with the intent field; made once. */
  readonly specWithIntent: ToolSpec;
  /** Never rejects. */
  approval(args: unknown, situation?: CallSituation): Promise<ToolApproval>;
  /** Lines for whoever is asked to approve the call. */
  approvalDetails(args: unknown): readonly string[];
  /** Never throws; falls back to the plain result. */
  view(args: unknown, result?: ViewedResult): ToolView;
  readonly body: Sealed<ToolBody>;
}
