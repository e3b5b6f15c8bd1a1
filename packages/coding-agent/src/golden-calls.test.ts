// Nothing that was observed on the described system is silently left out: each of its calls and schemas is replayed by a
// test that is named here, or belongs to a tool that is not there yet.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fileCalls from "./fixtures/file-tool-calls.json";
import fileSchemas from "./fixtures/file-tool-schemas.json";
import observedCalls from "./fixtures/observed-calls.json";
import observedSchemas from "./fixtures/observed-schemas.json";
import searchCalls from "./fixtures/search-tool-calls.json";
import searchSchemas from "./fixtures/search-tool-schemas.json";
import sessionCalls from "./fixtures/session-tool-calls.json";
import sessionSchemas from "./fixtures/session-tool-schemas.json";
import bashCalls from "./tools/bash/fixtures/oracle-calls.json";
import bash from "./tools/bash/bash.ts";
import { tools } from "./tools/index.gen.ts";

interface Call {
  readonly run?: string;
  readonly tool: string;
  readonly args: unknown;
}

/** Calls that are replayed one by one from a fixture, and by which test. */
const REPLAYED: Readonly<Record<string, readonly Call[]>> = {
  "file-tools.test.ts": fileCalls,
  "search-tools.test.ts": searchCalls,
  "session-tool-calls.test.ts": sessionCalls,
  "tools/bash/bash.test.ts": bashCalls.map(({ args }) => ({ tool: "bash", args })),
};

/** Calls that a test makes in its own words: the file and what stands in it. */
const TESTED: readonly (Call & { readonly test: string; readonly says: string })[] = [
  {
    tool: "nosuch",
    args: {},
    test: "../../agent/src/tool/host.test.ts",
    says: '"Tool nosuch not found"',
  },
  {
    tool: "bash",
    args: { command: "for i in $(seq 1 5000); do echo line $i; done" },
    test: "tools/bash/bash.test.ts",
    says: '"for i in $(seq 1 5000); do echo line $i; done"',
  },
  {
    // There the final newline counted as one more line.
    tool: "bash",
    args: { command: "seq 1 20000" },
    test: "tools/bash/bash.test.ts",
    says: '"seq 1 20000"',
  },
  { tool: "job", args: {}, test: "tools/job/job.test.ts", says: "### bg_1 [bash] — completed" },
];

/** Tools of which calls or schemas are known and that do not exist yet. */
const TO_COME = ["browser", "debug", "eval", "irc", "lsp", "task", "yield"];

const keyOf = ({ run, tool, args }: Call): string => JSON.stringify([run, tool, args]);

function accountFor(call: Call): string | undefined {
  const keys = new Set([keyOf(call), keyOf({ tool: call.tool, args: call.args })]);
  const replayed = Object.entries(REPLAYED).find(([, calls]) =>
    calls.some((one) => keys.has(keyOf(one))),
  );
  const tested = TESTED.find((one) => keys.has(keyOf(one)));
  return replayed?.[0] ?? tested?.test ?? (TO_COME.includes(call.tool) ? "to come" : undefined);
}

describe("observed calls", () => {
  test("each is accounted for", () => {
    expect(observedCalls).toHaveLength(105);
    expect(observedCalls.filter((call) => accountFor(call) === undefined)).toEqual([]);
  });

  test("the tests that replay them are there", () => {
    for (const [path, calls] of Object.entries(REPLAYED)) {
      expect(calls.length).toBeGreaterThan(0);
      expect(readFileSync(join(import.meta.dir, path), "utf8")).toMatch(/calls\.json"/);
    }
    for (const { test: path, says } of TESTED)
      expect(readFileSync(join(import.meta.dir, path), "utf8")).toContain(says);
  });

  test("no tool is called missing that exists", () => {
    const names = Object.keys(tools).map((name) => name.replaceAll("-", "_"));
    expect(TO_COME.filter((name) => names.includes(name))).toEqual([]);
  });
});

describe("observed schemas", () => {
  const wire = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, item: unknown) => (key === "description" ? undefined : item)),
    );

  test("that of bash", () => {
    const given = wire(bash.specWithIntent.parameters) as typeof observedSchemas.bash;
    expect(given).toEqual(observedSchemas.bash);
    expect(Object.keys(given.properties)).toEqual(Object.keys(observedSchemas.bash.properties));
  });

  test("each is compared, here or by the tests of its tool", () => {
    const compared = [
      "bash",
      ...Object.keys(fileSchemas).map((name) => name.replace(/:.*/, "")),
      ...searchSchemas.map(({ name }) => name),
      ...Object.keys(sessionSchemas),
    ];
    const open = observedSchemas.names.filter((name) => !TO_COME.includes(name));
    expect(compared.toSorted()).toEqual(open.toSorted());
  });

  test("the intent comes first in every tool that asks for one", async () => {
    for (const load of Object.values(tools)) {
      const { properties } = wire((await load()).default.specWithIntent.parameters) as {
        properties?: object;
      };
      const names = Object.keys(properties ?? {});
      if (names.includes("_i")) expect(names[0]).toBe("_i");
    }
  });
});

const golden = join(import.meta.dir, "../../../../shared/vectors");
test.skipIf(!existsSync(golden))("the lists are those of the golden data", () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(golden, name), "utf8"));
  const { calls } = read("oracle_tools.json") as { calls: Required<Call>[] };
  expect(calls.map(({ run, tool, args }) => ({ run, tool, args }))).toEqual(observedCalls as never);
  const schemas = read("tool_schemas_wire.json") as { name: string }[];
  expect(schemas.map(({ name }) => name)).toEqual(observedSchemas.names);
});
