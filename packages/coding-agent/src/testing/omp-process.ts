// Runs the shipped binary in a private home against the fake model server, as a user with one configured
// provider would.
import { type FakeModels, startFakeModels } from "@oh-my-pi/pi-testkit/llm";
import {
  type RunningProcess,
  type RunResult,
  runProcess,
  startProcess,
} from "@oh-my-pi/pi-testkit/process";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../../../..");

/** The compiled binary; tests fail with a way out when it was not built. */
export function builtBinary(): string {
  const path = join(root, "dist/omp");
  if (!existsSync(path))
    throw new Error("dist/omp is missing; run `npm run build` first (npm test does).");
  return path;
}

/** Variables that put the servers omp may find on this machine where nobody listens. */
export const NO_LOCAL_SERVERS = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9",
  LLAMA_CPP_BASE_URL: "http://127.0.0.1:9",
  LM_STUDIO_BASE_URL: "http://127.0.0.1:9/v1",
};

/** The npm form's bin, beside the binary. */
export function builtPackageBin(): string {
  return join(root, "dist/npm/bin/omp");
}

/** A home with one provider `fake` whose model `fake/m` is the fake server. */
export interface OmpProcess extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly models: FakeModels;
  /** Runs `omp` with these arguments to its end. */
  run(
    args: readonly string[],
    options?: { stdin?: string; env?: Record<string, string>; cwd?: string },
  ): Promise<RunResult>;
  /** Starts `omp` and leaves it running, with its input closed. */
  start(args: readonly string[]): RunningProcess;
  /** Starts `omp` with its input open. */
  serve(args: readonly string[], env?: Record<string, string>): RunningProcess;
  /** The lines of the newest session file. */
  sessionLines(): Record<string, unknown>[];
}

/** Sets everything up; disposing stops the server and removes the home. */
export function createOmp(api = "anthropic-messages"): OmpProcess {
  const workspace = createWorkspace();
  const models = startFakeModels();
  writeModelsFile(workspace, models.url, api);
  const serve = (args: readonly string[], env: Record<string, string> = {}): RunningProcess =>
    startProcess([builtBinary(), ...args], { cwd: workspace.path, env: workspace.env(env) });
  const sessions = join(workspace.home, ".omp/agent/sessions");
  return {
    workspace,
    models,
    run: (args, options = {}) =>
      runProcess([builtBinary(), ...args], {
        cwd: options.cwd ?? workspace.path,
        env: workspace.env(options.env),
        ...(options.stdin !== undefined && { stdin: options.stdin }),
      }),
    start: (args) => {
      const running = serve(args);
      running.closeStdin();
      return running;
    },
    serve,
    sessionLines: () => {
      const newest = existsSync(sessions)
        ? readdirSync(sessions, { recursive: true, encoding: "utf8" })
            .filter((name) => name.endsWith(".jsonl"))
            .sort()
            .at(-1)
        : undefined;
      if (newest === undefined) return [];
      const text = readFileSync(join(sessions, newest), "utf8");
      return text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    [Symbol.asyncDispose]: async () => {
      await using _workspace = workspace;
      await models[Symbol.asyncDispose]();
    },
  };
}

/** A home whose one provider is the server at `url`. */
export function writeModelsFile(
  workspace: Workspace,
  url: string,
  api: string,
  input: readonly string[] = ["text"],
): void {
  const agentDir = join(workspace.home, ".omp/agent");
  mkdirSync(agentDir, { recursive: true });
  const model = {
    id: "m",
    name: "Fake",
    reasoning: false,
    input,
    contextWindow: 200_000,
    maxTokens: 8000,
  };
  const providers = { fake: { baseUrl: url, api, apiKey: "test-key", models: [model] } };
  writeFileSync(join(agentDir, "models.yml"), JSON.stringify({ providers }));
}
