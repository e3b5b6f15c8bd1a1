// The package as npm gets it, in a project of somebody else: its types are whole and strict, and what compiles runs.
import { expect, setDefaultTimeout, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtPackageBin, createOmp, type OmpProcess } from "../testing/omp-process.ts";

// A compiler reads everything anew.
setDefaultTimeout(120_000);

const root = join(import.meta.dir, "../../../..");
const examples = join(import.meta.dir, "../../examples");
const compiler = join(root, "node_modules/.bin/tsc");

/** A project that depends on the shipped package, zod and the types of the runtime, with the examples in it. */
function createProject({ workspace }: OmpProcess): string[] {
  const modules = workspace.at("node_modules");
  mkdirSync(join(modules, "@oh-my-pi"), { recursive: true });
  mkdirSync(join(modules, "@types"), { recursive: true });
  symlinkSync(dirname(dirname(builtPackageBin())), join(modules, "@oh-my-pi/pi-coding-agent"));
  for (const name of ["zod", "bun-types", "undici-types", "@types/node"])
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  const names = readdirSync(examples).filter((name) => name.endsWith(".ts"));
  for (const name of names) cpSync(join(examples, name), workspace.at(name));
  writeFileSync(workspace.at("package.json"), JSON.stringify({ type: "module" }));
  return names;
}

function compile({ workspace }: OmpProcess, files: readonly string[]) {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: "nodenext",
    target: "esnext",
    lib: ["esnext"],
    types: ["bun-types"],
    noEmit: true,
    preserveSymlinks: true,
  };
  writeFileSync(workspace.at("tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const env = { PATH: Bun.env.PATH ?? "" };
  return runProcess([compiler, "-p", workspace.path], { cwd: workspace.path, env });
}

test("the examples compile against the shipped types, checked strictly, and run", async () => {
  await using omp = createOmp();
  omp.models.script(reply(toolCall("weather", { city: "Oslo" })), reply(text("cold")));
  const files = createProject(omp);
  const { stdout } = await compile(omp, files);
  expect(stdout).toBe("");
  const { path: cwd } = omp.workspace;
  const run = await runProcess([process.execPath, "custom-tool.ts"], {
    cwd,
    env: omp.workspace.env(),
  });
  expect(run).toMatchObject({ stdout: "cold\n", exitCode: 0 });
  expect(omp.models.requests[1]?.body).toContain("-3 °C");
});

test("every snippet of the guide compiles", async () => {
  await using omp = createOmp();
  createProject(omp);
  const guide = readFileSync(join(root, "docs/guide/embedding.md"), "utf8");
  const snippets = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  const files = snippets.map((code, at) => {
    const name = `snippet-${at + 1}.ts`;
    // Each is a program of its own.
    writeFileSync(omp.workspace.at(name), `${code}export {};\n`);
    return name;
  });
  expect(files.length).toBeGreaterThan(9);
  const { stdout } = await compile(omp, files);
  expect(stdout).toBe("");
});

test("types know what is wrong", async () => {
  await using omp = createOmp();
  createProject(omp);
  const wrong = [
    `import { createAgentSession, MemorySessionStorage, SessionManager, Settings } from "@oh-my-pi/pi-coding-agent";`,
    `const { session } = await createAgentSession({ thinkingLevel: "enormous" });`,
    `const state = await session.request("get_state");`,
    `const count: string = state.messageCount;`,
    `await session.request("set_model", { provider: "p" });`,
    `SessionManager.create("/w", undefined, new MemorySessionStorage());`,
    `session.insides;`,
    `new Settings();`,
  ];
  writeFileSync(omp.workspace.at("wrong.ts"), `${wrong.join("\n")}\n`);
  const { stdout, exitCode } = await compile(omp, ["wrong.ts"]);
  expect(exitCode).not.toBe(0);
  const lines = [...stdout.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  expect([...new Set(lines)]).toEqual([2, 4, 5, 7, 8]);
  expect(stdout).not.toContain("pi-coding-agent/types");
});
