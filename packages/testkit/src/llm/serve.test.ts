// The standalone server: prints its URL, answers from the file, and explains a bad script.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { runProcess, startProcess } from "../process.ts";
import { createWorkspace } from "../workspace.ts";

const command = [
  process.execPath,
  "--no-env-file",
  "--config=/dev/null",
  join(import.meta.dir, "serve.ts"),
];

test("serves replies and routes, and starts again with --loop", async () => {
  await using workspace = createWorkspace();
  const script = {
    replies: [
      "plain",
      [
        "mixed ",
        { thinking: "hm", deltas: 2 },
        { toolCall: "read", args: { path: "a" }, splitArgs: 2 },
      ],
      {
        parts: [{ text: "ab", repeat: 3, deltas: 6 }, { stop: "length" }, { usage: { input: 1 } }],
        chunkBytes: 5,
      },
      { httpError: 429, headers: { "retry-after": "3" }, message: "later" },
      { rawFile: "recorded.sse", contentType: "text/event-stream" },
    ],
    routes: { "GET /v1/models": { data: [] } },
  };
  workspace.write({ "s.json": JSON.stringify(script), "recorded.sse": "data: [DONE]\n\n" });
  await using server = startProcess([...command, "s.json", "--loop"], {
    cwd: workspace.path,
    env: workspace.env(),
  });
  const url = (await server.waitForStdout((out) => out.endsWith("\n"))).trim();
  expect(await fetch(`${url}/v1/models`).then((r) => r.json())).toEqual({ data: [] });
  const body = JSON.stringify({ model: "m", stream: true });
  const ask = () => fetch(`${url}/v1/messages`, { method: "POST", body });
  expect(await (await ask()).text()).toContain(`"text":"plain"`);
  expect(await (await ask()).text()).toContain(`"name":"read"`);
  const repeated = await (await ask()).text();
  expect(repeated.match(/"text_delta","text":"[ab]"/g)).toHaveLength(6);
  expect(repeated).toContain("max_tokens");
  const limited = await ask();
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "3"]);
  expect(await (await ask()).text()).toBe("data: [DONE]\n\n");
  expect(await (await ask()).text()).toContain(`"text":"plain"`);
  server.kill("SIGTERM");
  expect((await server.exited).exitCode).toBe(0);
});

test.each([
  ["a file that is not JSON", "{", [], "s.json: JSON Parse error"],
  ["an unknown part", `[[{"txt":"a"}]]`, [], "s.json: replies[0][0]: a part is text or an object"],
  ["a bad route", `{"replies":[],"routes":{"models":{}}}`, [], 'route "models" is not of the form'],
  ["a bad port", "[]", ["--port", "x"], "--port x is not a port number"],
  ["an unknown flag", "[]", ["--nope"], "--nope"],
  ["two scripts", "[]", ["extra.json"], "give one script file"],
])("%s exits 2 with a clear line", async (_, script, flags, message) => {
  await using workspace = createWorkspace();
  workspace.write({ "s.json": script });
  const result = await runProcess([...command, "s.json", ...flags], {
    cwd: workspace.path,
    env: workspace.env(),
  });
  expect([result.exitCode, result.stdout]).toEqual([2, ""]);
  expect(result.stderr).toContain(message);
  expect(result.stderr).toContain("usage: serve.ts");
  expect(result.stderr).not.toContain("    at ");
});
