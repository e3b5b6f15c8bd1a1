// Which tools are sent with `strict`: the provider compiles their schemas into one grammar and rejects a
// request whose schemas are too many. Earlier tools are served first, so that a tool that is added later
// changes nothing before it.
import type { ToolSpec } from "../../model/request.ts";
import type {
  AnthropicStrictSchema,
  StrictCost,
  strictSchemaForAnthropic,
} from "../../schema/anthropic-strict.ts";
import type { ToolSchemas } from "../../schema/tool-schemas.ts";

/** Schemas as this provider enforces them. */
export type StrictSchemas = ToolSchemas<{
  readonly strictSchemaForAnthropic: typeof strictSchemaForAnthropic;
}>;

/** The provider's published limits for one request. */
const MAX_TOOLS = 20;
const MAX: StrictCost = { optional: 24, unions: 16 };

/** For each tool the schema to enforce, or undefined when it is to be sent as it is. */
export function chooseStrictTools(
  tools: readonly ToolSpec[],
  schemas: StrictSchemas,
): (AnthropicStrictSchema["schema"] | undefined)[] {
  const spent = { tools: 0, optional: 0, unions: 0 };
  return tools.map((tool) => {
    if (tool.strict === false || spent.tools === MAX_TOOLS) return undefined;
    const strict = schemas.adapt(tool.parameters, (adapters) => adapters.strictSchemaForAnthropic);
    if (strict === undefined) return undefined;
    const optional = spent.optional + strict.optional;
    const unions = spent.unions + strict.unions;
    if (optional > MAX.optional || unions > MAX.unions) return undefined;
    Object.assign(spent, { tools: spent.tools + 1, optional, unions });
    return strict.schema;
  });
}
