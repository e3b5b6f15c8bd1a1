// Every file of golden data at the level of functions has a fixture that holds all of its cases and a test that reads it;
// what has no owner yet is named.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const packages = join(import.meta.dir, "../..");

interface Row {
  /** How many cases there are. */
  readonly cases: number;
  /** Below `packages`; all of a vector's cases stand in one of them. */
  readonly fixtures: readonly string[];
  /** Below `packages`; each reads a fixture beside it. */
  readonly tests: readonly string[];
}

const services = "coding-agent/src/services";
const session = "coding-agent/src/session";

const REPLAYED: Readonly<Record<string, Row>> = {
  approval: row(41, [`${services}/approval/fixtures/approval.json`], "approval-policy.test.ts"),
  bash_critical: row(
    27,
    [`${services}/command-safety/fixtures/bash-critical.json`],
    "judge-command.test.ts",
  ),
  bm25: row(
    6,
    ["coding-agent/src/tools/search-tool-bm25/fixtures/bm25.json"],
    "search-tool-bm25.test.ts",
  ),
  compaction_files: row(7, ["agent/src/compact/fixtures/files.json"], "compact.test.ts"),
  compaction_threshold: row(37, ["agent/src/compact/fixtures/threshold.json"], "compact.test.ts"),
  harmony: row(7, ["agent/src/harmony/fixtures/signals.json"], "harmony.test.ts"),
  hashline: row(89, ["edit/src/hashline/fixtures/hashline.json"], "hashline-vectors.test.ts"),
  models: row(33, ["catalog/src/select/fixtures/models.json"], "selector.test.ts"),
  patch: row(16, ["edit/src/patch/fixtures/patch.json"], "patch.test.ts"),
  paths: {
    cases: 37,
    fixtures: [
      `${services}/files/fixtures/selectors.json`,
      `${services}/search/fixtures/patterns.json`,
    ],
    tests: [`${services}/files/line-selector.test.ts`, `${services}/search/path-pattern.test.ts`],
  },
  provider_errors: row(23, ["ai/src/transport/fixtures/provider-errors.json"], "classify.test.ts"),
  schema_normalize: row(9, ["ai/src/schema/fixtures/vectors.json"], "vectors.test.ts"),
  secrets: row(3, [`${services}/secrets/fixtures/secrets.json`], "secret-vault.test.ts"),
  session: {
    cases: 12,
    fixtures: [
      `${session}/log/fixtures/migrations.json`,
      `${session}/log/fixtures/parse.json`,
      `${session}/state/fixtures/contexts.json`,
    ],
    tests: [
      `${session}/log/migrate.test.ts`,
      `${session}/log/scan-log.test.ts`,
      `${session}/state/context.test.ts`,
    ],
  },
  streaming_json: row(
    10,
    ["utils/src/data/fixtures/streaming-json.json"],
    "incremental-json.test.ts",
  ),
  todo_write: row(16, [`${services}/todo/fixtures/todo-write.json`], "todo.test.ts"),
};

/** Golden data that another test accounts for, or whose part of the program is not there yet. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  oracle_tools: "golden-calls.test.ts",
  tool_schemas_wire: "golden-calls.test.ts",
  rpc_transcript: "modes/rpc/transcript.test.ts",
  session_sample: "session/log/index-file.test.ts",
  mcp_names: "to come with servers of tools",
  extension_events: "to come with extensions",
  slash_expand: "to come with commands from files",
};

function row(cases: number, fixtures: readonly string[], ...tests: readonly string[]): Row {
  const folder = dirname(dirname(fixtures[0] ?? ""));
  return { cases, fixtures, tests: tests.map((name) => join(folder, name)) };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** The elements of lists and the values that are no lists, one level down. */
function casesOf(vector: unknown): unknown[] {
  if (Array.isArray(vector)) return vector as unknown[];
  return Object.values(vector as object).flatMap((value: unknown) =>
    Array.isArray(value) ? (value as unknown[]) : [value],
  );
}

function* partsOf(value: unknown): Generator {
  yield value;
  if (typeof value === "object" && value !== null)
    for (const part of Object.values(value) as unknown[]) yield* partsOf(part);
}

/** Fixtures may say more of a case than the vector does. */
function holds(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return found === wanted;
  if (typeof found !== "object" || found === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(found) || found.length !== wanted.length))
    return false;
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(found, key) && holds(Reflect.get(found, key), value),
  );
}

describe.each(Object.entries(REPLAYED))("%s", (name, { cases, fixtures, tests }) => {
  const known = fixtures.map((path) => readJson(join(packages, path)));

  test("its tests read its fixtures", () => {
    const sources = tests.map((path) => readFileSync(join(packages, path), "utf8"));
    for (const path of fixtures)
      expect(sources.some((source) => source.includes(`fixtures/${basename(path)}`))).toBe(true);
    expect(known.flatMap(casesOf).length).toBeGreaterThanOrEqual(cases);
  });

  const vector = join(packages, "../../shared/vectors", `${name}.json`);
  test.skipIf(!existsSync(vector))("no case is left out", () => {
    const wanted = casesOf(readJson(vector));
    expect(wanted).toHaveLength(cases);
    const parts = [...partsOf(known)];
    expect(wanted.filter((one) => !parts.some((part) => holds(part, one)))).toEqual([]);
  });
});

const golden = join(packages, "../../shared/vectors");
test.skipIf(!existsSync(golden))("every file of golden data is in one of the two tables", () => {
  const names = readdirSync(golden)
    .filter((name) => !name.endsWith(".md"))
    .map((name) => name.replace(/\.jsonl?$/, ""));
  expect(names.toSorted()).toEqual(
    [...Object.keys(REPLAYED), ...Object.keys(ELSEWHERE)].toSorted(),
  );
});

test("the other tests are there", () => {
  const paths = Object.values(ELSEWHERE).filter((path) => path.endsWith(".ts"));
  expect(paths.filter((path) => !existsSync(join(import.meta.dir, path)))).toEqual([]);
});
