// Schemas of MCP servers, before their tools join the others: complete in themselves, otherwise as they
// came, since the target is not known yet.
import type { JsonObject } from "../model/request.ts";
import { META } from "./keywords.ts";
import { normalizeSchema } from "./normalize.ts";
import type { NormalizeOptions } from "./options.ts";

const LEFT_OUT: ReadonlySet<string> = new Set(META);

export const MCP: NormalizeOptions = {
  keeps: (keyword) => !LEFT_OUT.has(keyword),
  refs: "inline",
  types: "union",
  constants: "enum",
  combiners: "keep",
  infersType: false,
  wantsProperties: false,
  isClosed: false,
  wantsPlainNodes: false,
  isUniformArray: false,
  hasTextEnums: false,
  spills: new Set(),
  spillsIntoExisting: false,
};

/** An MCP tool's input schema without references, identifiers and dialect. */
export function normalizeSchemaForMCP(value: unknown): JsonObject {
  return normalizeSchema(value, MCP);
}
