// Makes a tool out of its definition. The definition is light: what runs may come from a module that is
// loaded at the first call.
import type { JsonObject, ToolSpec } from "@oh-my-pi/pi-ai/request";
import type { $ZodType, output } from "zod/v4/core";
import { type CallSituation, resolveApproval, type TierDeclaration } from "./approval.ts";
import { createArgumentChecker } from "./arguments.ts";
import type { ResultContent } from "./coerce-result.ts";
import { withIntent } from "./intent.ts";
import type { Needs, Provided } from "./need.ts";
import type { PreparedParameters } from "./prepared-parameters.ts";
import { Sealed } from "./sealed.ts";
import type { Concurrency, Tool, ToolBody, ToolContext, ToolTraits } from "./tool.ts";
import { defaultView, type ToolView, type ViewedResult } from "./view.ts";
import { type Parameters, toWireSchema } from "./wire-schema.ts";

/** Arguments as the schema gives them out; raw JSON Schema promises no more than a record. */
export type ArgumentsOf<P extends Parameters> =
  P extends PreparedParameters<infer Schema>
    ? output<Schema>
    : P extends $ZodType
      ? output<P>
      : Readonly<Record<string, unknown>>;

/** Does the work. The result is plain data; it is logged as the call's details. */
export type RunTool<P extends Parameters, N extends Needs, R> = (
  context: ToolContext<Provided<N>>,
  args: ArgumentsOf<P>,
) => R | Promise<R>;

/** One tool. Exactly one of `run` and `load` is given. */
export interface ToolDefinition<P extends Parameters, N extends Needs, R> {
  readonly name: string;
  /** For people; default is the name. */
  readonly label?: string;
  readonly description: string;
  readonly parameters: P;
  /** Undeclared means `exec`. */
  readonly tier?: TierDeclaration<ArgumentsOf<P>>;
  readonly approvalDetails?: (args: ArgumentsOf<P>) => string | readonly string[] | undefined;
  /** Default `shared`. */
  readonly concurrency?: Concurrency;
  readonly traits?: ToolTraits;
  readonly needs?: N;
  readonly run?: RunTool<P, N, R>;
  /** A module with a `run`, imported at the first call. */
  readonly load?: () => Promise<{ readonly run: RunTool<P, N, R> }>;
  /** Pure. Without it the result must be text, content blocks or `{content, details?, isError?}`. */
  readonly forModel?: (result: R) => string | readonly ResultContent[];
  /** Pure; `result.details` is what `run` returned, or what the log kept of it. */
  readonly view?: (args: Partial<ArgumentsOf<P>>, result?: ViewedResult<Partial<R>>) => ToolView;
}

const NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** Makes a tool; throws when the definition itself is wrong. */
export function defineTool<P extends Parameters, const N extends Needs, R>(
  definition: ToolDefinition<P, N, R>,
): Tool {
  const { name, traits = {} } = definition;
  if (!NAME.test(name)) {
    throw new TypeError(`Tool name "${name}" must be 1 to 128 letters, digits, "_" or "-".`);
  }
  if ((definition.run === undefined) === (definition.load === undefined)) {
    throw new TypeError(`Tool "${name}" must define either run or load.`);
  }
  const wire = once(() => toWireSchema(definition.parameters));
  const spec = once(() => toSpec(definition, wire()));
  const specWithIntent = once(() => (traits.withoutIntent ? spec() : withIntent(spec())));
  return Object.freeze({
    name,
    label: definition.label ?? name,
    description: definition.description,
    concurrency: definition.concurrency ?? "shared",
    traits,
    get spec() {
      return spec();
    },
    get specWithIntent() {
      return specWithIntent();
    },
    approval: (args: unknown, situation?: CallSituation) =>
      resolveApproval(definition.tier, args as ArgumentsOf<P>, situation),
    approvalDetails: (args: unknown) => approvalLines(definition, args as ArgumentsOf<P>),
    view: (args: unknown, result?: ViewedResult) => safeView(definition, args, result),
    body: new Sealed<ToolBody>({
      check: createArgumentChecker(definition.parameters, wire, traits.argumentMode ?? "repair"),
      needs: definition.needs ?? {},
      run: runner(definition),
    }),
  });
}

function toSpec<P extends Parameters, N extends Needs, R>(
  definition: ToolDefinition<P, N, R>,
  parameters: JsonObject,
): ToolSpec {
  const { name, description, traits } = definition;
  const strict = traits?.strict === undefined ? {} : { strict: traits.strict };
  return Object.freeze({ name, description, parameters, ...strict });
}

function runner<P extends Parameters, N extends Needs, R>(
  definition: ToolDefinition<P, N, R>,
): ToolBody["run"] {
  const { run, load, forModel } = definition;
  return async (context, args) => {
    const work = run ?? (await load!()).run;
    const result = await work(context as ToolContext<Provided<N>>, args as ArgumentsOf<P>);
    return forModel === undefined ? result : { content: forModel(result), details: result };
  };
}

function approvalLines<P extends Parameters, N extends Needs, R>(
  definition: ToolDefinition<P, N, R>,
  args: ArgumentsOf<P>,
): readonly string[] {
  try {
    const lines = definition.approvalDetails?.(args) ?? [];
    return typeof lines === "string" ? lines.split("\n") : lines;
  } catch (error) {
    return [`(details unavailable: ${error instanceof Error ? error.message : String(error)})`];
  }
}

function safeView<P extends Parameters, N extends Needs, R>(
  definition: ToolDefinition<P, N, R>,
  args: unknown,
  result: ViewedResult | undefined,
): ToolView {
  if (definition.view === undefined) return defaultView(result);
  try {
    const known = (args ?? {}) as Partial<ArgumentsOf<P>>;
    return definition.view(known, result as ViewedResult<Partial<R>> | undefined);
  } catch {
    // a view meets arguments half streamed and details of older versions: the plain result is still right
    return defaultView(result);
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
