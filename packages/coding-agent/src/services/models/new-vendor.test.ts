// A new OpenAI-compatible vendor is one JSON file: in a copy of the sources it is added, the index is made anew,
// and omp talks to it.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { reply, startFakeModels, text } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const root = join(import.meta.dir, "../../../../..");
let copy: string;
beforeAll(() => {
  copy = copySources();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The packages for themselves, so that nothing leads back to the originals; what they depend on is linked. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), "omp-vendor-"));
  cpSync(join(root, "packages"), join(folder, "packages"), {
    recursive: true,
    filter: (path) => !["fixtures", "node_modules"].includes(basename(path)),
  });
  const modules = join(root, "node_modules");
  mkdirSync(join(folder, "node_modules/@oh-my-pi"), { recursive: true });
  for (const name of readdirSync(modules))
    if (name !== "@oh-my-pi") symlinkSync(join(modules, name), join(folder, "node_modules", name));
  for (const name of readdirSync(join(folder, "packages"))) {
    const manifest = readFileSync(join(folder, "packages", name, "package.json"), "utf8");
    const { name: id } = JSON.parse(manifest) as { name: string };
    symlinkSync(join(folder, "packages", name), join(folder, "node_modules", id));
  }
  return folder;
}

test("one file, and its models are listed and asked with its key and its quirks", async () => {
  await using workspace = createWorkspace();
  await using server = startFakeModels();
  const vendor = {
    id: "acme",
    name: "Acme",
    order: 999,
    api: "openai-completions",
    baseUrl: `${server.url}/v1`,
    env: ["ACME_API_KEY"],
    auth: ["apiKey"],
    docs: "https://acme.example/docs",
    discovery: "openai-models",
    compat: { maxTokensField: "max_tokens", supportsStore: false },
  };
  const catalog = join(copy, "packages/catalog");
  writeFileSync(join(catalog, "providers/acme.json"), JSON.stringify(vendor));
  const env = workspace.env({ ACME_API_KEY: "acme-key" });
  const run = (...args: string[]) =>
    runProcess([process.execPath, "--no-env-file", ...args], { cwd: workspace.path, env });
  expect(await run(join(catalog, "scripts/gen-providers.ts"))).toMatchObject({ exitCode: 0 });

  server.route("GET /v1/models", { data: [{ id: "rocket-1", context_length: 64_000 }] });
  const main = join(copy, "packages/coding-agent/src/main.ts");
  const listed = await run(main, "models", "acme");
  expect(listed.stdout).toMatch(/^acme\/rocket-1 /m);
  server.script(reply(text("lift off")));
  const asked = await run(main, "--model", "acme/rocket-1", "-p", "hi");
  expect(asked).toMatchObject({ stdout: "lift off\n", stderr: "", exitCode: 0 });
  const [request] = server.requests;
  expect(request?.path).toBe("/v1/chat/completions");
  expect(request?.headers.get("authorization")).toBe("Bearer acme-key");
  const body = JSON.parse(request?.body ?? "{}") as Record<string, unknown>;
  expect(body).toMatchObject({ model: "rocket-1", stream: true });
  expect(Object.keys(body)).not.toContain("max_completion_tokens");
}, 60_000);
