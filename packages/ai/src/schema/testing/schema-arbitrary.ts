// For tests only: random schemas of every keyword, dialect and mistake, and values that a schema may accept.
import type fc from "fast-check";
import type { JsonObject, JsonValue } from "../../model/request.ts";

type FastCheck = typeof fc;
type Arbitrary = fc.Arbitrary<JsonValue>;
type Keywords = Record<string, Arbitrary>;

const NAMES = ["a", "b", "x_y", "__proto__", "constructor", "any_of"];
const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];
const SCALARS = ["", "a", "b", 0, 1, 2.5, -3, true, false, null];
const DATA: readonly JsonValue[] = [...SCALARS, [], [1], {}, { a: 1 }];
const LEAVES: readonly JsonValue[] = [{ type: "string" }, { type: "null" }, {}, true, false];
const REFS = `# #/$defs/a #/$defs/b #/definitions/a #/properties/a #anchor #/$defs/missing
  https://example.com/other #/% #/$defs/a/properties/b`.split(/\s+/);
const FIELDS: readonly JsonObject[] = [
  { type: "string", description: "words", default: "a" },
  { type: "integer" },
  { type: ["string", "null"] },
  { enum: ["a", "b"] },
  { enum: [1, 2.5] },
  { enum: ["a", null] },
  { const: true },
  { type: "null" },
  { $ref: "#/$defs/leaf" },
];

/** Random schemas, made with the given fast-check. */
export function schemaArbitraries(fc: FastCheck) {
  const sound = schemasOf(fc, (schema) => soundKeywords(fc, schema));
  const wild = schemasOf(fc, (schema) => anyKeywords(fc, schema));
  return {
    /** Any valid schema. */
    soundSchema: sound,
    /** Any schema, right or wrong. */
    anySchema: fc.oneof(sound, wild),
    /** What tools usually ask for: typed properties, some of them optional, nested and united. */
    toolSchema: toolSchemas(fc),
  };
}

function mapOf(fc: FastCheck, schema: Arbitrary): Arbitrary {
  return fc
    .array(fc.tuple(fc.constantFrom(...NAMES), schema), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));
}

/** Keywords as the standard has them. */
function soundKeywords(fc: FastCheck, schema: Arbitrary): Keywords {
  const aType = fc.constantFrom(...TYPES);
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const limit = fc.integer({ min: 0, max: 3 });
  const data = fc.constantFrom(...DATA);
  return {
    type: fc.oneof(aType, fc.uniqueArray(aType, { minLength: 1, maxLength: 3 })),
    properties: mapOf(fc, schema),
    required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
    additionalProperties: schema,
    patternProperties: fc.constantFrom<JsonValue>({ "^a": { type: "string" } }, { b: false }),
    items: schema,
    prefixItems: list,
    anyOf: list,
    oneOf: list,
    allOf: list,
    not: schema,
    if: schema,
    else: schema,
    enum: fc.uniqueArray(data, { minLength: 1, maxLength: 3 }),
    const: data,
    description: fc.constantFrom("words", "words (default: 1)"),
    default: data,
    title: fc.constant("T"),
    minimum: limit,
    maximum: limit,
    exclusiveMinimum: limit,
    minLength: limit,
    maxItems: limit,
    minItems: limit,
    pattern: fc.constantFrom("^a", "b$"),
    format: fc.constant("uri-ish"),
    uniqueItems: fc.boolean(),
    $ref: fc.constantFrom("#/$defs/a", "#/$defs/b", "#"),
    $defs: mapOf(fc, schema),
    propertyNames: schema,
    unevaluatedProperties: schema,
    "x-vendor": data,
  };
}

/** The same, with older dialects, foreign words and mistakes. */
function anyKeywords(fc: FastCheck, schema: Arbitrary): Keywords {
  const list = fc.array(schema, { maxLength: 3 });
  const names = fc.array(fc.constantFrom(...NAMES), { maxLength: 2 });
  return {
    ...soundKeywords(fc, schema),
    type: fc.constantFrom<JsonValue>("STRING", "file", ["object", "null"], ["NULL"], [], "object"),
    patternProperties: mapOf(fc, schema),
    items: fc.oneof(schema, list),
    prefixItems: list,
    anyOf: list,
    any_of: list,
    allOf: list,
    nullable: fc.boolean(),
    enum: fc.array(fc.constantFrom(...DATA), { maxLength: 3 }),
    description: fc.constant(7),
    exclusiveMinimum: fc.boolean(),
    $ref: fc.constantFrom(...REFS),
    $anchor: fc.constant("anchor"),
    $id: fc.constantFrom("https://example.com/root", "https://example.com/inner"),
    definitions: mapOf(fc, schema),
    dependencies: mapOf(fc, fc.oneof(schema, names)),
  };
}

function schemasOf(fc: FastCheck, keywords: (schema: Arbitrary) => Keywords): Arbitrary {
  return fc.letrec<{ schema: JsonValue }>((tie) => {
    const entries = Object.entries(keywords(tie("schema"))).map(([keyword, value]) =>
      value.map((each): [string, JsonValue] => [keyword, each]),
    );
    const node = fc
      .array(fc.oneof(...entries), { maxLength: 5 })
      .map((list) => Object.fromEntries(list));
    const leaf = fc.constantFrom(...LEAVES);
    return { schema: fc.oneof({ maxDepth: 4, depthIdentifier: "schema" }, leaf, node, node) };
  }).schema;
}

function toolSchemas(fc: FastCheck): Arbitrary {
  return fc
    .letrec<{ tool: JsonObject; field: JsonObject }>((tie) => ({
      field: fc.oneof(
        { maxDepth: 3, depthIdentifier: "field" },
        fc.constantFrom(...FIELDS),
        fc.record({ type: fc.constant("array"), items: tie("field") }),
        fc.record({ anyOf: fc.array(tie("field"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie("field"), { minLength: 1, maxLength: 2 }) }),
        tie("tool"),
      ),
      tool: fc
        .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c"), tie("field"), fc.boolean()), {
          selector: ([name]) => name,
          maxLength: 3,
        })
        .map((fields) => ({
          type: "object",
          properties: Object.fromEntries(fields.map(([name, schema]) => [name, schema])),
          required: fields.flatMap(([name, , isRequired]) => (isRequired ? [name] : [])),
          additionalProperties: false,
        })),
    }))
    .tool.map((tool) => ({ ...tool, $defs: { leaf: { type: "string" } } }));
}

/** Values around what a simple schema accepts. */
export function* candidates(schema: JsonValue, levels = 3): Generator<JsonValue> {
  yield* ["", "a", "abc", 0, 1, 2.5, true, null];
  if (typeof schema !== "object" || schema === null || Array.isArray(schema) || levels === 0)
    return;
  const node = schema as JsonObject;
  for (const key of ["enum", "examples"]) {
    const values = node[key];
    if (Array.isArray(values)) yield* values as JsonValue[];
  }
  for (const branch of Array.isArray(node.anyOf) ? (node.anyOf as JsonValue[]) : []) {
    yield* candidates(branch, levels - 1);
  }
  yield* candidateArrays(node, levels);
  yield* candidateObjects(node, levels);
}

function* candidateArrays(node: JsonObject, levels: number): Generator<JsonValue> {
  yield [];
  const prefix = Array.isArray(node.prefixItems) ? (node.prefixItems as JsonValue[]) : [];
  const items = [...candidates(node.items ?? {}, levels - 1)].slice(0, 12);
  for (const item of items) {
    const start = prefix.map((each) => [...candidates(each, levels - 1)].at(-1) as JsonValue);
    yield [...start, item];
    yield [item, item];
    yield start;
  }
}

function* candidateObjects(node: JsonObject, levels: number): Generator<JsonValue> {
  yield {};
  yield { a: 1 };
  const properties = Object.entries((node.properties ?? {}) as JsonObject);
  if (properties.length === 0) return;
  const choices = properties.map(([name, schema]) => ({
    name,
    values: [...candidates(schema, levels - 1)].slice(0, 24),
  }));
  for (let turn = 0; turn < 24; turn++) {
    const chosen = choices.map(
      ({ name, values }, place) => [name, values[(turn * (place + 1)) % values.length]] as const,
    );
    yield Object.fromEntries(chosen) as JsonObject;
    yield Object.fromEntries(chosen.slice(turn % chosen.length)) as JsonObject;
  }
}
