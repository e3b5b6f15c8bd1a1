// A home with one configured provider on the fake model server, for benchmarks that start omp.
import { startFakeModels, type FakeModels } from "@oh-my-pi/pi-testkit/llm";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binary } from "./start.ts";

/** What a measured run needs; disposing it removes everything. */
export interface FakeProvider extends AsyncDisposable {
  readonly models: FakeModels;
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** The command for one answer to "hello". */
  readonly hello: string[];
}

/** Sets up the server and the home. */
export function startFakeProvider(): FakeProvider {
  const workspace = createWorkspace("omp-bench-");
  const models = startFakeModels({ isLooping: true });
  const agentDir = join(workspace.home, ".omp/agent");
  mkdirSync(agentDir, { recursive: true });
  const model = { id: "m", name: "Fake", contextWindow: 200_000, maxTokens: 8000 };
  const fake = { baseUrl: models.url, api: "anthropic-messages", apiKey: "k", models: [model] };
  writeFileSync(join(agentDir, "models.yml"), JSON.stringify({ providers: { fake } }));
  return {
    models,
    cwd: workspace.path,
    env: workspace.env(),
    hello: [binary, "--model", "fake/m", "--no-session", "-p", "hello"],
    [Symbol.asyncDispose]: async () => {
      await models[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}
