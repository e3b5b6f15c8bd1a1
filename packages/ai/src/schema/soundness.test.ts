// Where nothing was lost, a value that the target's schema accepts is one that the tool accepts.
import { describe, expect, test } from "bun:test";
import { type Schema, Validator } from "@cfworker/json-schema";
import { corpus, skipUnless } from "@oh-my-pi/pi-testkit/require";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "../model/request.ts";
import { CCA, isAccepted } from "./cca.ts";
import { GOOGLE, GOOGLE_JSON } from "./google.ts";
import { isList, isNode } from "./json-schema.ts";
import { MCP } from "./mcp.ts";
import { type Normalized, normalizeWithReport } from "./normalize.ts";
import { OPENAI_RESPONSES } from "./openai-responses.ts";
import { enforceStrictSchema, tryEnforceStrictSchema } from "./strict-enforce.ts";
import { STRICT } from "./strict-sanitize.ts";
import { candidates, schemaArbitraries } from "./testing/schema-arbitrary.ts";

const { soundSchema, toolSchema } = schemaArbitraries(fc);

interface Target {
  readonly normalize: (schema: JsonValue) => Normalized | undefined;
  /** The result as plain JSON Schema, as the target's models obey it. */
  readonly read: (schema: JsonObject) => JsonObject;
}

function normalizeStrict(schema: JsonValue): Normalized | undefined {
  if (!isNode(schema) || !tryEnforceStrictSchema(schema).strict) return undefined;
  const { schema: sanitized, lost } = normalizeWithReport(schema, STRICT);
  return { schema: enforceStrictSchema(sanitized), lost };
}

function normalizeCca(schema: JsonValue): Normalized | undefined {
  const report = normalizeWithReport(schema, CCA);
  return isAccepted(report.schema) ? report : undefined;
}

const asIs = (schema: JsonObject) => schema;

const targets: Record<string, Target> = {
  google: { normalize: (schema) => normalizeWithReport(schema, GOOGLE), read: readGoogle },
  googleJson: { normalize: (schema) => normalizeWithReport(schema, GOOGLE_JSON), read: asIs },
  cca: { normalize: normalizeCca, read: readGoogle },
  mcp: { normalize: (schema) => normalizeWithReport(schema, MCP), read: asIs },
  responses: { normalize: (schema) => normalizeWithReport(schema, OPENAI_RESPONSES), read: asIs },
  strict: { normalize: normalizeStrict, read: asIs },
};

/** Google's dialect: objects have the listed properties only, and null by a marker. */
function readGoogle(node: JsonObject): JsonObject {
  const { nullable, properties, items, anyOf, not, ...rest } = node;
  const out: Record<string, JsonValue> = { ...rest };
  if (isNode(properties)) {
    const read = Object.entries(properties).map(([name, each]) => [
      name,
      readGoogle(each as JsonObject),
    ]);
    out.properties = Object.fromEntries(read) as JsonObject;
    out.additionalProperties = false;
  }
  if (isNode(items)) out.items = readGoogle(items);
  if (isList(anyOf)) out.anyOf = anyOf.map((each) => readGoogle(each as JsonObject));
  if (isNode(not)) out.not = not;
  return nullable === true ? { anyOf: [out, { type: "null" }] } : out;
}

type Accepts = (value: JsonValue) => boolean | undefined;

/** Says whether a value is valid; nothing more once the validator gave up on an endless reference. */
function validatorOf(schema: JsonValue): Accepts {
  let validator: Validator | undefined = new Validator(schema as Schema, "2020-12");
  return (value) => {
    try {
      return validator?.validate(value).valid;
    } catch {
      validator = undefined;
      return undefined;
    }
  };
}

/** In strict mode null stands for a property that is left out. */
function withoutNulls(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutNulls);
  if (!isNode(value)) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutNulls(each)]));
}

interface CorpusCase {
  readonly id: string;
  readonly schema: JsonValue;
  readonly tests: readonly { data: JsonValue; valid: boolean }[];
}

const documents = corpus("schema/draft2020-12.json.gz");

describe.each(Object.entries(targets))("%s", (_name, { normalize, read }) => {
  skipUnless(documents)("the data of the JSON Schema test suite", () => {
    let compared = 0;
    for (const { id, schema, tests } of documents.load() as CorpusCase[]) {
      const result = normalize(schema);
      const isUntouched = Bun.deepEquals(result?.schema, schema, true);
      if (result === undefined || isUntouched || result.lost.size > 0) continue;
      const isSaid = validatorOf(read(result.schema));
      for (const { data, valid } of tests) {
        if (isSaid(data) !== true) continue;
        compared += 1;
        expect([id, data, valid]).toEqual([id, data, true]);
      }
    }
    expect(compared).toBeGreaterThan(0);
  });

  test.each([
    ["any valid schema", soundSchema],
    ["schemas as tools have them", toolSchema],
  ])("%s, and values around it", (_kind, schemas) => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const result = normalize(schema);
        if (result === undefined || result.lost.size > 0) return;
        const isSaid = validatorOf(read(result.schema));
        const isMeant = validatorOf(schema);
        for (const value of candidates(result.schema)) {
          if (isSaid(value) !== true) continue;
          const isWrong = isMeant(value) === false && isMeant(withoutNulls(value)) === false;
          if (isWrong)
            throw new Error(`${JSON.stringify(value)} by ${JSON.stringify(result.schema)}`);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
