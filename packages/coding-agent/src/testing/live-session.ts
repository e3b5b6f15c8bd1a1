// A session put together as omp does it, in this process, against the fake model server: real settings, real tools, real
// files.
import { type FakeModels, startFakeModels } from "@oh-my-pi/pi-testkit/llm";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type Assembled, createSession } from "../assemble.ts";
import type { Host } from "../platform/host.ts";
import type { Launch } from "../session/launch.ts";
import { writeModelsFile } from "./omp-process.ts";

export interface LiveSession extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly models: FakeModels;
  readonly host: Host;
  /** The one that is open. */
  readonly current: Assembled;
  /** Closes the session and opens its file again. */
  resume(launch?: Partial<Launch>): Promise<Assembled>;
  /** Opens another session beside the one that is open; whoever asks closes it. */
  openBeside(launch?: Partial<Launch>): Promise<Assembled>;
  /** What the model was sent, as parsed JSON; newest last. */
  bodies(): Record<string, unknown>[];
}

export interface LiveOptions extends Partial<Launch> {
  /** Settings as nested tables. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The test attends the question desk. */
  readonly canAsk?: boolean;
  /** The wire format of the model; Anthropic's when left out. */
  readonly api?: string;
  /** The model's script begins anew when it has ended. */
  readonly isLooping?: boolean;
  /** What the model takes. */
  readonly input?: readonly string[];
}

/** Opens a session; disposing closes it and removes its home. */
export async function openLiveSession(options: LiveOptions = {}): Promise<LiveSession> {
  const { values = {}, api = "anthropic-messages", input, canAsk = false, ...rest } = options;
  const { isLooping = false, ...wishes } = rest;
  const workspace = createWorkspace();
  const models = startFakeModels({ isLooping });
  writeModelsFile(workspace, models.url, api, input);
  const host = hostOf(workspace);
  const open = (launch: Partial<Launch> = {}): Promise<Assembled> =>
    createSession(
      {
        cwd: workspace.path,
        model: "fake/m",
        overrides: [{ name: "override", source: "test", values }],
        ...wishes,
        ...launch,
      },
      host,
      { canAsk },
    );
  let current = await open();
  return {
    workspace,
    models,
    host,
    get current() {
      return current;
    },
    async resume(launch) {
      const { file } = current.session.log;
      await current.session.close();
      current = await open({ sessionFile: file, ...launch });
      return current;
    },
    openBeside: open,
    bodies: () => models.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    async [Symbol.asyncDispose]() {
      await using _workspace = workspace;
      await using _models = models;
      await current.session.close();
    },
  };
}

function hostOf(workspace: Workspace): Host {
  return {
    env: workspace.env(),
    home: workspace.home,
    tmp: workspace.root,
    cwd: workspace.path,
    pid: process.pid,
    platform: process.platform,
    isStdinTty: false,
    isStdoutTty: false,
    isStderrTty: false,
    now: Date.now,
  };
}
