// Finds what a reference inside a schema points to. Only references within the document are followed;
// nothing is ever fetched.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList, isNode, isSubschema, type Subschema } from "./json-schema.ts";

/** A subschema and the resource (a schema with an `$id` of its own) that its references start from. */
export interface Referenced {
  readonly schema: Subschema;
  readonly resource: JsonObject;
}

/** Anchors are looked for down to here. */
const MAX_SEARCH_DEPTH = 100;

/** The target of a reference, or undefined when it lies outside or nowhere. */
export function resolveRef(resource: JsonObject, ref: string): Referenced | undefined {
  const fragment = fragmentOf(resource, ref);
  if (fragment === undefined) return undefined;
  if (fragment === "") return { schema: resource, resource };
  if (fragment.startsWith("/")) return followPointer(resource, fragment);
  const anchored = findAnchor(resource, fragment, MAX_SEARCH_DEPTH);
  return anchored && { schema: anchored, resource };
}

/** True for a node that references below it start from. */
export function isResource(node: JsonObject): boolean {
  return typeof node.$id === "string" && !node.$id.startsWith("#");
}

/** True when following the references inside a subschema leads back to it. */
export function isRecursive({ schema, resource }: Referenced): boolean {
  const seen = new Set<JsonValue>();
  const waiting: { value: JsonValue; resource: JsonObject }[] = [{ value: schema, resource }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value } = next;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    const from = isNode(value) && isResource(value) ? value : next.resource;
    for (const child of Object.values(value)) {
      waiting.push({ value: child, resource: from });
    }
    const ref = isNode(value) ? value.$ref : undefined;
    const target = typeof ref === "string" ? resolveRef(from, ref) : undefined;
    if (target?.schema === schema) return true;
    if (target !== undefined) waiting.push({ value: target.schema, resource: target.resource });
  }
  return false;
}

function fragmentOf(resource: JsonObject, ref: string): string | undefined {
  const at = ref.indexOf("#");
  const address = at === -1 ? ref : ref.slice(0, at);
  if (address !== "" && address !== resource.$id) return undefined;
  try {
    return decodeURIComponent(at === -1 ? "" : ref.slice(at + 1));
  } catch {
    // A stray percent sign: no fragment that anything could be found by.
    return undefined;
  }
}

function followPointer(start: JsonObject, pointer: string): Referenced | undefined {
  let value: JsonValue | undefined = start;
  let resource = start;
  for (const token of pointer.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isList(value)) value = value[Number(key)];
    else if (isNode(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
    if (isNode(value) && isResource(value)) resource = value;
  }
  return isSubschema(value) ? { schema: value, resource } : undefined;
}

function findAnchor(value: JsonValue, name: string, levels: number): JsonObject | undefined {
  if (levels === 0 || typeof value !== "object" || value === null) return undefined;
  if (isNode(value) && (value.$anchor === name || value.$dynamicAnchor === name)) return value;
  for (const child of Object.values(value)) {
    if (isNode(child) && isResource(child)) continue;
    const found = findAnchor(child, name, levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
