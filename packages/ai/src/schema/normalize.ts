// The walk over a schema that all dispatchers share: it brings any JSON Schema into the form that its
// options describe. Pure and total: whatever comes in, a schema comes out.
import type { JsonObject, JsonValue } from "../model/request.ts";
import { type Place, RefExpander, startAt } from "./expand.ts";
import { closeNode, combineNode } from "./finish.ts";
import {
  isList,
  isNode,
  isSameJson,
  isSubschema,
  isWithinDepth,
  type MutableNode,
  type Subschema,
  without,
} from "./json-schema.ts";
import { LISTED_SCHEMAS, NAMED_SCHEMAS, SINGLE_SCHEMAS } from "./keywords.ts";
import { annotationsOf, isNullOnly } from "./nulls.ts";
import type { NormalizeOptions } from "./options.ts";
import { pruneNode } from "./prune.ts";
import { rewriteNode } from "./rewrite.ts";

/** Subschemas deeper than this become ones that accept anything. */
const MAX_DEPTH = 100;
/** JSON deeper than this is cut before anything else looks at it. */
const MAX_JSON_DEPTH = 1000;

/** Merging ends by itself, since there are fewer combiners each time; this is for when it does not. */
const MAX_TURNS = 20;

/** A schema in a target's form. */
export interface Normalized {
  readonly schema: JsonObject;
  /** Keywords whose meaning could not be kept: the result may accept more than was asked for. */
  readonly lost: ReadonlySet<string>;
}

/** Brings a schema into a target's form. */
export function normalizeSchema(value: unknown, options: NormalizeOptions): JsonObject {
  return normalizeWithReport(value, options).schema;
}

/** Also says what was lost. */
export function normalizeWithReport(value: unknown, options: NormalizeOptions): Normalized {
  const walk = new Walk(options);
  if (!isSubschema(value)) return { schema: {}, lost: walk.lost };
  let root = value;
  if (isNode(value) && !isWithinDepth(value, MAX_JSON_DEPTH)) {
    walk.noteLoss("depth");
    root = cutBelow(value, MAX_JSON_DEPTH) as JsonObject;
  }
  const schema = walk.settle(walk.visit(root, startAt(root)));
  if (schema === false) walk.noteLoss("false");
  return { schema: isNode(schema) ? schema : {}, lost: walk.lost };
}

class Walk {
  readonly lost = new Set<string>();
  readonly #options: NormalizeOptions;
  readonly #refs: RefExpander;

  constructor(options: NormalizeOptions) {
    this.#options = options;
    this.#refs = new RefExpander(options, this.noteLoss);
  }

  readonly noteLoss = (keyword: string): void => void this.lost.add(keyword);

  visit(value: Subschema, from: Place, turn = 0): Subschema {
    if (typeof value === "boolean") return value;
    if (from.depth >= MAX_DEPTH) {
      this.noteLoss("depth");
      return {};
    }
    const { node, place } = this.#refs.expand(value, from);
    if (typeof node === "boolean") return node;
    const rewritten = rewriteNode(node, this.#options, this.noteLoss);
    const pruned = pruneNode(rewritten, place, this.#options, this.noteLoss);
    const visited = this.#visitChildren(pruned, { ...place, depth: place.depth + 1 });
    const combined = combineNode(visited, this.#options, this.noteLoss);
    // What was merged may say things that do not go together.
    const isMerged = combined !== visited && !isSameJson(combined, visited);
    if (isMerged && turn < MAX_TURNS) return this.visit(combined, from, turn + 1);
    return closeNode(combined, this.#options, this.noteLoss);
  }

  /** Targets that name no null, or no booleans, get something else in their place. */
  settle(schema: Subschema): Subschema {
    if (typeof schema === "boolean") return this.#options.wantsPlainNodes && schema ? {} : schema;
    const isNull = schema.type === "null" || isNullOnly(schema);
    if (this.#options.types !== "nullable" || !isNull) return schema;
    this.noteLoss("type");
    return { ...annotationsOf(schema), nullable: true };
  }

  #visitChildren(node: JsonObject, above: Place): JsonObject {
    const place = { ...above, isConjunct: above.isConjunct || countCombiners(node) > 0 };
    const isLone = node.allOf === undefined && node.properties === undefined;
    const branch = isLone ? above : place;
    const out: MutableNode = { ...node };
    for (const keyword of NAMED_SCHEMAS) {
      const map = out[keyword];
      if (isNode(map)) out[keyword] = this.#visitMap(map, place);
    }
    for (const keyword of [...LISTED_SCHEMAS, "items"]) {
      const list = out[keyword];
      if (!isList(list)) continue;
      const isItems = keyword === "items" || keyword === "prefixItems";
      const schemas = list.filter(isSubschema);
      out[keyword] = isItems
        ? schemas.map((each) => this.settle(this.visit(each, place)))
        : schemas.map((each) => this.visit(each, branch));
    }
    for (const keyword of SINGLE_SCHEMAS) {
      const schema = out[keyword];
      if (isSubschema(schema)) out[keyword] = this.settle(this.visit(schema, place));
    }
    return Object.hasOwn(node, "not") ? this.#checkNegation(out, node.not as JsonValue) : out;
  }

  #visitMap(map: JsonObject, place: Place): JsonObject {
    const entries = Object.entries(map).flatMap(([name, schema]): [string, JsonValue][] =>
      isSubschema(schema) ? [[name, this.settle(this.visit(schema, place))]] : [],
    );
    return Object.fromEntries(entries);
  }

  /** Whatever changed inside a negation may have widened what is around it. */
  #checkNegation(node: JsonObject, before: JsonValue): JsonObject {
    if (isSameJson(node.not, before)) return node;
    this.noteLoss("not");
    return this.#options.wantsPlainNodes ? without(node, "not") : node;
  }
}

function countCombiners(node: JsonObject): number {
  return ["allOf", "anyOf"].filter((keyword) => node[keyword] !== undefined).length;
}

function cutBelow(value: JsonValue, levels: number): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return {};
  if (isList(value)) return value.map((each) => cutBelow(each, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, cutBelow(each, levels - 1)]),
  );
}
