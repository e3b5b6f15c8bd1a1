// The tools that change their session, inside the shipped binary: previews that must be decided, checkpoints, found tools,
// to-dos over two runs; and what all default tools cost on the wire.
import { expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "./testing/omp-process.ts";

const fake = ["--model", "fake/m"];

interface Body {
  readonly tool_choice?: { readonly name?: string };
  readonly tools: readonly { readonly name: string }[];
  readonly messages: unknown;
  readonly system: unknown;
}

function bodies(omp: OmpProcess): Body[] {
  return omp.models.requests.map(({ body }) => JSON.parse(body) as Body);
}

function configure(omp: OmpProcess, lines: readonly string[]): void {
  const folder = join(omp.workspace.home, ".omp/agent");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.yml"), lines.join("\n"));
}

test("a structural edit is a preview until resolve applies it", async () => {
  await using omp = createOmp();
  omp.workspace.write({ "a.ts": "foo(1);\nbar(foo(2));\n" });
  omp.models.script(
    reply(toolCall("ast_edit", { ops: [{ pat: "foo($A)", out: "baz($A)" }], paths: ["a.ts"] })),
    reply(toolCall("resolve", { action: "apply", reason: "as asked" })),
    reply(text("Done.")),
  );
  expect(await omp.run([...fake, "-p", "rename"])).toMatchObject({ exitCode: 0 });
  expect(bodies(omp).map(({ tool_choice }) => tool_choice?.name)).toEqual([
    undefined,
    "resolve",
    undefined,
  ]);
  expect(omp.workspace.read("a.ts")).toBe("baz(1);\nbar(baz(2));\n");
});

test("an investigation is cut out, a hidden tool is found, and both last into the next run", async () => {
  await using omp = createOmp();
  configure(omp, [
    "checkpoint: { enabled: true }",
    "calc: { enabled: true }",
    "tools: { discoveryMode: all, essentialOverride: [read, checkpoint, rewind, todo_write] }",
    '"todo.reminders": false',
  ]);
  omp.workspace.write({ "detour.txt": "the long detour" });
  const list = [{ phase: "P", items: ["a"] }];
  omp.models.script(
    reply(toolCall("todo_write", { ops: [{ op: "init", list }] })),
    reply(toolCall("search_tool_bm25", { query: "calc" })),
    reply(toolCall("checkpoint", { goal: "look" })),
    reply(toolCall("read", { path: "detour.txt" })),
    reply(toolCall("rewind", { report: "Nothing there." })),
    reply(text("Done.")),
  );
  expect(await omp.run([...fake, "-p", "go"])).toMatchObject({ exitCode: 0 });
  expect(JSON.stringify(bodies(omp).at(-1)?.messages)).not.toContain("the long detour");
  omp.models.script(
    reply(toolCall("todo_write", { ops: [{ op: "done", task: "a" }] })),
    reply(text("Still here.")),
  );
  expect(await omp.run([...fake, "-c", "-p", "go on"])).toMatchObject({ exitCode: 0 });
  const [again, last] = bodies(omp).slice(-2);
  expect(again?.tools.map(({ name }) => name)).toContain("calc");
  const said = JSON.stringify(last?.messages);
  expect(said).toContain("Nothing there.");
  expect(said).not.toContain("the long detour");
  expect(said).not.toContain("not found");
});

test("system prompt and all default tools take under 6,000 tokens of the first request", async () => {
  await using omp = createOmp();
  omp.workspace.write({ "package.json": '{"scripts":{"test":"true"}}' });
  omp.models.script(reply(text("ok")));
  await omp.run([...fake, "-p", "hi"]);
  const { tools, system } = bodies(omp)[0]!;
  expect(tools.length).toBeGreaterThan(9);
  const tokens = Buffer.byteLength(JSON.stringify([tools, system])) / 4;
  expect(tokens).toBeLessThan(6000);
  console.log(`first request: ${tools.length} tools, about ${Math.round(tokens)} tokens`);
});
