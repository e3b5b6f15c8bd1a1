// What can be said in a target's words before a node's children are looked at: constants, enums, types,
// tuples and `oneOf`.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList, isOfType, isSameJson, typesOf, without } from "./json-schema.ts";
import type { NoteLoss } from "./note-loss.ts";
import { denull } from "./nulls.ts";
import type { NormalizeOptions } from "./options.ts";
import {
  constantAsEnum,
  firstType,
  splitTypes,
  tupleAsArray,
  typeFromEnum,
  typeFromShape,
  withoutOtherTypes,
} from "./types.ts";

/** The node in the target's words. */
export function rewriteNode(
  node: JsonObject,
  options: NormalizeOptions,
  noteLoss: NoteLoss,
): JsonObject {
  let out = node;
  if (options.combiners !== "keep") out = oneOfAsAnyOf(out, noteLoss);
  if (options.constants === "enum") out = enumOfOne(out, noteLoss);
  if (options.hasTextEnums) out = textEnum(out);
  if (options.types === "split") out = typeFromEnum(out);
  if (options.wantsPlainNodes && out.items === true) out = without(out, "items");
  if (options.infersType) out = typeFromShape(out);
  if (options.isUniformArray && isList(out.prefixItems)) {
    noteLoss("prefixItems");
    out = tupleAsArray(out);
  }
  if (options.wantsPlainNodes && typeof out.type === "string")
    out = withoutOtherTypes(out, out.type);
  return rewriteTypes(out, options, noteLoss);
}

function rewriteTypes(
  node: JsonObject,
  { types }: NormalizeOptions,
  noteLoss: NoteLoss,
): JsonObject {
  if (types === "split") return split(node, noteLoss);
  if (types === "first") return firstType(node);
  if (types === "union") return node;
  const { schema, allowedNull } = denull(node);
  if (schema.type === "null") return schema;
  const out = split(schema, noteLoss);
  return allowedNull ? { ...out, nullable: true } : out;
}

function split(node: JsonObject, noteLoss: NoteLoss): JsonObject {
  const out = splitTypes(node);
  const hasLostAll = out.type === undefined && out.anyOf === undefined;
  if (node.type !== undefined && hasLostAll) noteLoss("type");
  return out;
}

function oneOfAsAnyOf(node: JsonObject, noteLoss: NoteLoss): JsonObject {
  if (!isList(node.oneOf)) return node;
  noteLoss("oneOf");
  const anyOf = node.oneOf;
  const rest = without(node, "oneOf");
  if (rest.anyOf === undefined) return { ...rest, anyOf };
  return { ...rest, allOf: [...(isList(rest.allOf) ? rest.allOf : []), { anyOf }] };
}

function enumOfOne(node: JsonObject, noteLoss: NoteLoss): JsonObject {
  const { enum: values, const: value } = node;
  if (value === undefined) return node;
  const isListed = !isList(values) || values.some((each) => isSameJson(each, value));
  const isTyped = typesOf(node)?.some((type) => isOfType(value, type)) ?? true;
  if (!isListed || !isTyped) noteLoss("const");
  return constantAsEnum(node);
}

/** Texts that are not empty; what else an enum holds can only be told by its type. */
function textEnum(node: JsonObject): JsonObject {
  if (!isList(node.enum)) return node;
  if (!node.enum.every(isTextOrNull)) return typeFromEnum(node);
  const values = node.enum.filter((value) => value !== "");
  return values.length > 0 && values.length < node.enum.length ? { ...node, enum: values } : node;
}

/** True for values that an enum of texts may hold at this stage. */
export function isTextOrNull(value: JsonValue): boolean {
  return value === null || typeof value === "string";
}
