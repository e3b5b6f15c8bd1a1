// What providers with a strict mode call for each tool: the schema to send, and whether it may be sent as
// strict. Whether strict mode is wanted at all is the caller's to know.
import type { JsonObject } from "../model/request.ts";
import type { SchemaMemo } from "./memo.ts";
import { type StrictResult, tryEnforceStrictSchema } from "./strict-enforce.ts";

export interface StrictWish {
  /** Whether this tool asks for strict mode. */
  readonly strict: boolean;
  /** True when strict mode is off for everything (`PI_NO_STRICT`) or for this provider. */
  readonly isDisabled?: boolean;
  readonly memo?: SchemaMemo;
}

/** The schema in strict form where that is wanted and possible, else as it is. */
export function adaptSchemaForStrict(schema: JsonObject, wish: StrictWish): StrictResult {
  if (!wish.strict || wish.isDisabled === true) return { schema, strict: false };
  return wish.memo?.get(schema, tryEnforceStrictSchema) ?? tryEnforceStrictSchema(schema);
}
