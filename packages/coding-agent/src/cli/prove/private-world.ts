// A machine in small for the proofs: a home, a project and a pretended model of their own, in a folder that is gone
// afterwards. Nothing of the user's is read or changed but for the proofs that look at omp's own files.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../../platform/host.ts";
import type { Launch } from "../../session/launch.ts";
import type { AssembledSession, Assembly } from "../assembly.ts";
import { type PretendModel, startPretendModel } from "./pretend-model.ts";

/** Variables that programs need to run at all. */
const KEPT = ["PATH", "LANG", "LC_ALL", "TERM", "USER", "LOGNAME", "SHELL"];

const MAX_TRIES = 10;
const PAUSE_MS = 20;

export interface PrivateWorld extends AsyncDisposable {
  /** The user's own machine. */
  readonly host: Host;
  /** How omp is started again. */
  readonly command: readonly string[];
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly model: PretendModel;
  /** The environment of whatever is started in here. */
  env(extra?: Readonly<Record<string, string>>): Record<string, string>;
  /** A session as omp makes it, in this world. */
  open(
    launch?: Partial<Launch>,
    extra?: Readonly<Record<string, string>>,
  ): Promise<AssembledSession>;
}

/** Each proof gets a world of its own. */
export function createWorld(
  host: Host,
  assembly: Assembly,
  command: readonly string[],
): PrivateWorld {
  const root = realpathSync(mkdtempSync(join(host.tmp, "omp-prove-")));
  const folder = (name: string): string => {
    mkdirSync(join(root, name), { recursive: true, mode: 0o700 });
    return join(root, name);
  };
  const [home, project, tmp] = [folder("home"), folder("project"), folder("tmp")];
  const model = startPretendModel();
  writeFileSync(join(folder("home/.omp/agent"), "models.yml"), modelsFile(model.url), {
    mode: 0o600,
  });
  const env = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => {
    const kept = KEPT.flatMap((name): [string, string][] => {
      const value = host.env[name];
      return value === undefined ? [] : [[name, value]];
    });
    return { ...Object.fromEntries(kept), HOME: home, TMPDIR: tmp, ...extra };
  };
  const unattended = { isStdinTty: false, isStdoutTty: false, isStderrTty: false };
  return {
    host,
    command,
    root,
    home,
    project,
    model,
    env,
    open: (launch = {}, extra = {}) =>
      assembly.createSession(
        { cwd: project, model: "prove/m", isUntitled: true, ...launch },
        { ...host, ...unattended, env: env(extra), home, tmp, cwd: project },
      ),
    [Symbol.asyncDispose]: async () => {
      await model[Symbol.asyncDispose]();
      await removeForGood(root);
    },
  };
}

/** A process that was killed may have children that still write for a moment. */
async function removeForGood(root: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES && existsSync(root); tries++) {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    await Bun.sleep(PAUSE_MS);
  }
}

function modelsFile(baseUrl: string): string {
  const model = { id: "m", name: "Pretended", reasoning: false, input: ["text"] };
  const limits = { contextWindow: 200_000, maxTokens: 8000 };
  const prove = {
    baseUrl,
    api: "anthropic-messages",
    apiKey: "none",
    models: [{ ...model, ...limits }],
  };
  return JSON.stringify({ providers: { prove } });
}
