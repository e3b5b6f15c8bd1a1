// Which modules of ours a run of omp has loaded by the time its first request leaves. Whatever is among them and not needed
// by then makes every start slower.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { reply, startFakeModels, text } from "../../packages/testkit/src/llm.ts";
import { createWorkspace } from "../../packages/testkit/src/workspace.ts";

const root = join(import.meta.dir, "../..");

/** Paths from the root of the repository, in the order in which they were loaded. */
export async function eagerModules(): Promise<string[]> {
  using workspace = createWorkspace("omp-eager-");
  await using models = startFakeModels({ isLooping: true });
  models.script(reply(text("hi")));
  const agentDir = join(workspace.home, ".omp/agent");
  mkdirSync(agentDir, { recursive: true });
  const model = { id: "m", name: "Fake", contextWindow: 200_000, maxTokens: 8000 };
  const fake = { baseUrl: models.url, api: "anthropic-messages", apiKey: "k", models: [model] };
  writeFileSync(join(agentDir, "models.yml"), JSON.stringify({ providers: { fake } }));
  const list = join(workspace.home, "loaded");
  const recorder = join(import.meta.dir, "record-modules.ts");
  const main = join(root, "packages/coding-agent/src/main.ts");
  const flags = ["--no-env-file", "--config=/dev/null", "--no-install", "--preload", recorder];
  const child = Bun.spawn(
    [process.execPath, ...flags, main, "--model", "fake/m", "--no-session", "-p", "hello"],
    {
      cwd: workspace.path,
      env: { ...workspace.env(), LOADED_MODULES: list },
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    },
  );
  if ((await child.exited) !== 0) throw new Error(await child.stderr.text());
  return readFileSync(list, "utf8")
    .split("\n")
    .map((path) => relative(root, path));
}

if (import.meta.main) {
  const modules = await eagerModules();
  const folderOf = (path: string): string => path.split("/").slice(0, 5).join("/");
  const folders = Map.groupBy(modules, folderOf);
  const sizes = [...folders].map(([folder, { length }]) => ({ folder, length }));
  for (const { folder, length } of sizes.toSorted((a, b) => b.length - a.length).slice(0, 40))
    console.log(`${String(length).padStart(4)}  ${folder}`);
  console.log(`${String(modules.length).padStart(4)}  modules before the first request`);
}
