// Which form the schemas of a request's tools take at OpenAI and those who imitate it, and whether each may
// be enforced. Strict where the deployment takes it and the schema can be said that way.
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import type { StrictResult, tryEnforceStrictSchema } from "../../schema/strict-enforce.ts";
import type { ToolSchemas } from "../../schema/tool-schemas.ts";
import type { ResolvedCompat } from "./detect-compat.ts";

/** Schemas as OpenAI enforces them. */
export type StrictSchemas = ToolSchemas<{
  readonly tryEnforceStrictSchema: typeof tryEnforceStrictSchema;
}>;

export interface RequestSchemas {
  /** False where the deployment is not to be told of strictness at all. */
  readonly saysStrict: boolean;
  /** One for each tool, in their order. */
  readonly results: readonly StrictResult[];
}

/** The schemas to send. With `all_strict` either every tool is strict or, when one cannot be, none. */
export function toolSchemas(
  { model, tools, options }: ChatRequest,
  compat: ResolvedCompat,
  schemas: StrictSchemas,
): RequestSchemas {
  const { toolStrictMode: mode, supportsStrictMode } = compat;
  const isOff = options.strictTools === false || model.compat?.disableStrictTools === true;
  const isAll = mode === "all_strict";
  const saysStrict = !isOff && mode !== "none" && (supportsStrictMode || isAll);
  const results = tools.map(({ parameters, strict = true }) =>
    saysStrict && (isAll || strict)
      ? schemas.adapt(parameters, (adapters) => adapters.tryEnforceStrictSchema)
      : loose(parameters),
  );
  if (!isAll || results.every(({ strict }) => strict)) return { saysStrict, results };
  return { saysStrict, results: tools.map(({ parameters }) => loose(parameters)) };
}

function loose(schema: JsonObject): StrictResult {
  return { schema, strict: false };
}
