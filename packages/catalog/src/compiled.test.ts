// The lazy data works inside a compiled binary with split chunks as it does from source.
import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = `
import { findModel, listModels, loadOfficialIds } from ${JSON.stringify(join(import.meta.dir, "catalog.ts"))};
import { parseModelsConfig } from ${JSON.stringify(join(import.meta.dir, "config/parse-models-config.ts"))};
const model = await findModel("openrouter", "anthropic/claude-sonnet-5");
const wrong = await parseModelsConfig("providers:\\n  a:\\n    api: x\\n", "models.yml");
console.log(JSON.stringify({
  model,
  count: (await listModels("nanogpt")).length,
  official: (await loadOfficialIds()).size,
  lines: wrong.ok ? [] : wrong.errors.map((error) => error.line),
}));
`;

async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(errors);
  return output;
}

test("a compiled binary finds the same models as the source", async () => {
  const folder = await mkdtemp(join(tmpdir(), "catalog-"));
  try {
    const source = join(folder, "program.ts");
    const binary = join(folder, "program");
    await Bun.write(source, PROGRAM);
    const options = ["--compile", "--minify", "--bytecode", "--format=esm", "--splitting"];
    await run([process.execPath, "build", ...options, source, "--outfile", binary]);
    const compiled = await run([binary]);
    expect(compiled).toBe(await run([process.execPath, source]));
    expect(JSON.parse(compiled)).toMatchObject({
      model: { id: "anthropic/claude-sonnet-5", provider: "openrouter" },
      lines: [2, 3],
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
