// Replaces a node's reference by what it points to, joined with what stands beside it. Recursion and
// references that would grow without end are cut; nothing else is looked at.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { isList, isNode, type Subschema, without } from "./json-schema.ts";
import { ANNOTATIONS } from "./keywords.ts";
import { mergeNodes } from "./merge.ts";
import type { NoteLoss } from "./note-loss.ts";
import type { NormalizeOptions } from "./options.ts";
import { isRecursive, isResource, type Referenced, resolveRef } from "./refs.ts";
import { upgradeNode } from "./upgrade.ts";

/** Where in the document the walk is. */
export interface Place {
  readonly depth: number;
  /** Nodes on the way here: a reference to one of them is recursive. */
  readonly ancestors: readonly JsonObject[];
  /** The schema that references start from. */
  readonly resource: JsonObject;
  /** True for what is only here because a reference was followed. */
  readonly isExpanded: boolean;
  /** True for a schema beside others that describe the same value. */
  readonly isConjunct: boolean;
}

export interface Expanded {
  readonly node: Subschema;
  readonly place: Place;
}

/** Nodes that may come to be by following references, in one document. */
const MAX_EXPANDED_NODES = 20_000;

export class RefExpander {
  #expandedNodes = 0;
  readonly #recursive = new Map<Subschema, boolean>();

  constructor(
    readonly options: Pick<NormalizeOptions, "refs" | "combiners">,
    readonly noteLoss: NoteLoss,
  ) {}

  /** The node in today's dialect and without a reference, unless it is to stay. */
  expand(raw: JsonObject, from: Place): Expanded {
    let place = enter(raw, from);
    if (this.options.refs === "keep") return { node: raw, place };
    if (place.isExpanded) this.#expandedNodes += 1;
    let node = upgradeNode(raw, this.noteLoss);
    while (typeof node.$ref === "string" || typeof node.$dynamicRef === "string") {
      const step = this.#follow(node, place);
      if (typeof step.node === "boolean") return step;
      ({ place } = step);
      node = upgradeNode(step.node, this.noteLoss);
      if (step.isKept) break;
    }
    return { node, place };
  }

  #follow(node: JsonObject, place: Place): Expanded & { readonly isKept?: boolean } {
    const ref = (node.$ref ?? node.$dynamicRef) as string;
    // Which schema a dynamic reference means depends on who refers: the nearest is the best guess.
    if (node.$ref === undefined) this.noteLoss("$dynamicRef");
    const rest = without(node, "$ref", "$dynamicRef");
    const target = resolveRef(place.resource, ref);
    if (target === undefined) {
      this.noteLoss("$ref");
      return { node: rest, place };
    }
    if (typeof target.schema === "boolean") return { node: target.schema && rest, place };
    if (this.#keeps(target)) return this.#keep(ref, rest, place);
    if (place.ancestors.includes(target.schema)) return this.#cut(target.schema, rest, place);
    if (this.#expandedNodes > MAX_EXPANDED_NODES) return this.#cut(target.schema, rest, place);
    return this.#join(ref, target, rest, place);
  }

  #keeps(target: Referenced): boolean {
    if (this.options.refs !== "inline-unless-recursive") return false;
    const known = this.#recursive.get(target.schema) ?? isRecursive(target);
    this.#recursive.set(target.schema, known);
    return known;
  }

  #keep(ref: string, rest: JsonObject, place: Place): Expanded & { readonly isKept: boolean } {
    if (Object.keys(rest).some((keyword) => !ANNOTATIONS.has(keyword))) this.noteLoss("$ref");
    const $ref = ref.replace(/^#\/definitions\//, "#/$defs/");
    return { node: { $ref }, place, isKept: true };
  }

  #cut(target: JsonObject, rest: JsonObject, place: Place): Expanded {
    this.noteLoss("$ref");
    const { type } = upgradeNode(target, this.noteLoss);
    return { node: { ...(type !== undefined && { type }), ...rest }, place };
  }

  #join(ref: string, target: Referenced, rest: JsonObject, place: Place): Expanded {
    const schema = target.schema as JsonObject;
    const { schema: joined, isExact } = mergeNodes(upgradeNode(schema, this.noteLoss), rest);
    const isMoved = target.resource !== place.resource && Object.keys(rest).length > 0;
    if (!isExact || isMoved) {
      if (this.options.combiners === "keep") return { node: withAllOf(rest, { $ref: ref }), place };
      this.noteLoss("$ref");
    }
    const ancestors = [...place.ancestors, schema];
    const { resource } = target;
    return { node: joined, place: { ...place, ancestors, resource, isExpanded: true } };
  }
}

function enter(raw: JsonObject, from: Place): Place {
  const resource = isResource(raw) ? raw : from.resource;
  return { ...from, ancestors: [...from.ancestors, raw], resource };
}

function withAllOf(node: JsonObject, branch: JsonValue): JsonObject {
  return { ...node, allOf: [...(isList(node.allOf) ? node.allOf : []), branch] };
}

/** The document itself, as the place where every walk begins. */
export function startAt(root: JsonValue): Place {
  const resource = isNode(root) ? root : {};
  return { depth: 0, ancestors: [], resource, isExpanded: false, isConjunct: false };
}
