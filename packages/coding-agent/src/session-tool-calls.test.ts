// The tools that belong to the session against calls that were observed on the described system, and their schemas.
import { expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import calls from "./fixtures/session-tool-calls.json";
import schemas from "./fixtures/session-tool-schemas.json";
import { openLiveSession } from "./testing/live-session.ts";
import { tools } from "./tools/index.gen.ts";

const values = {
  checkpoint: { enabled: true },
  calc: { enabled: true },
  inspect_image: { enabled: true },
  renderMermaid: { enabled: true },
};

test("observed calls give the same text, outcome and kinds of details", async () => {
  await using live = await openLiveSession({ values });
  live.workspace.write({
    "package.json": '{"scripts":{"hi":"echo hi"}}',
    "bun.lock": "",
    "a.ts": "foo(1);\n",
  });
  // Whether a project has tasks is seen when a session is opened.
  const { session } = await live.resume({ sessionFile: undefined });
  const rename = { ops: [{ pat: "foo($A)", out: "baz($A)" }], paths: ["a.ts"] };
  for (const call of calls) {
    if (call.tool === "resolve" && !call.isError)
      live.models.script(reply(toolCall("ast_edit", rename)));
    live.models.script(reply(toolCall(call.tool, call.args)));
  }
  live.models.script(reply(text("done")));
  const results: { tool: string; text: string; isError: boolean; keys: string[] }[] = [];
  session.on((event) => {
    if (event.type !== "tool_execution_end" || event.toolName === "ast_edit") return;
    const [block] = event.result.content;
    results.push({
      tool: event.toolName,
      text: block?.type === "text" ? block.text : "",
      isError: event.isError,
      keys: Object.keys(event.result.details ?? {}).toSorted(),
    });
  });
  await session.prompt("go");
  expect(results.map(({ tool, text: said, isError }) => ({ tool, text: said, isError }))).toEqual(
    calls.map(({ tool, text: said, isError }) => ({ tool, text: said, isError })),
  );
  for (const [index, { detailKeys }] of calls.entries())
    expect(results[index]?.keys).toEqual(expect.arrayContaining(detailKeys));
});

test.each(Object.entries(schemas))("schema of %s", async (name, schema) => {
  const load = tools[name.replaceAll("_", "-") as "checkpoint"];
  const { specWithIntent } = (await load()).default;
  expect(specWithIntent.name).toBe(name);
  expect(withoutDescriptions(specWithIntent.parameters)).toEqual(schema);
});

function withoutDescriptions(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, item: unknown) => (key === "description" ? undefined : item)),
  );
}
