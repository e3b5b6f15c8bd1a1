// A machine in small for tests of the sandbox: a workspace, a home, places outside, servers and a process outside, and
// a look at all of them that tells whether a command reached any. Lies outside the shared temp folders.
import { Sandbox, type SandboxWishes } from "../services/sandbox/sandbox.ts";
import { ShellRunner } from "../services/shell-runner.ts";
import { candidateBackends } from "../platform/sandbox/candidate-backends.ts";
import { probeBackend } from "../platform/sandbox/probe-backend.ts";
import type { SandboxBackend } from "../platform/sandbox/sandbox-backend.ts";
import { openLoopbackBridge } from "../platform/sandbox/loopback-bridge.ts";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const REPOSITORY = join(import.meta.dir, "../../../..");
const NEVER_CHANGED =
  ".omp .vscode .idea .claude .cursor .mcp.json .devcontainer .git/hooks .git/config .git/commondir .git/config.worktree".split(
    " ",
  );
const PATH = process.env["PATH"] ?? "/usr/bin:/bin";
const SYSTEM_PROGRAMS = "/usr/bin:/bin:/usr/sbin:/sbin";

/** The back ends of this machine, whether they hold or not; only one form of each. */
function localBackends(): SandboxBackend[] {
  const all = candidateBackends({
    platform: process.platform,
    architecture: process.arch,
    execPath: process.execPath,
    path: PATH,
  });
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index);
}

const probe = (backend: SandboxBackend) =>
  probeBackend(backend, { tmp: tmpdir(), bashPath: "/bin/bash", env: { PATH } });

/** Those that hold, and of the others why not. */
export async function workingBackends(): Promise<{
  readonly working: readonly SandboxBackend[];
  readonly missing: readonly string[];
}> {
  const working: SandboxBackend[] = [];
  const missing: string[] = [];
  for (const backend of localBackends()) {
    const { holds, problem } = await probe(backend);
    if (holds) working.push(backend);
    else missing.push(`${backend.name}: ${problem}`);
  }
  return { working, missing };
}

export class SandboxWorld implements AsyncDisposable {
  readonly root: string;
  readonly workspace: string;
  readonly home: string;
  readonly outside: string;
  readonly sandbox: Sandbox;
  readonly runner: ShellRunner;
  readonly reached: string[];
  readonly #close: () => Promise<void>;

  private constructor(
    parts: Pick<SandboxWorld, "root" | "sandbox" | "runner" | "reached">,
    close: () => Promise<void>,
  ) {
    this.root = parts.root;
    this.workspace = join(parts.root, "workspace");
    this.home = join(parts.root, "home");
    this.outside = join(parts.root, "outside");
    this.sandbox = parts.sandbox;
    this.runner = parts.runner;
    this.reached = parts.reached;
    this.#close = close;
  }

  static async open(
    backend: SandboxBackend,
    { path = SYSTEM_PROGRAMS, ...wishes }: Partial<SandboxWishes> & { readonly path?: string } = {},
  ): Promise<SandboxWorld> {
    const base = join(REPOSITORY, "node_modules/.cache");
    mkdirSync(base, { recursive: true });
    const root = realpathSync(mkdtempSync(join(base, "omp-world-")));
    const at = (path: string): string => join(root, path);
    furnish(root);
    const reached: string[] = [];
    const servers = await serve(at("outside/daemon.sock"), reached);
    const bystander = Bun.spawn(["/bin/bash", "-c", "while :; do sleep 600; done"], {
      cwd: at("outside"),
      env: { SECRET: "CANARY", PATH },
      stdio: ["ignore", "ignore", "ignore"],
    });
    const env = {
      PATH: path,
      HOME: at("home"),
      WS: at("workspace"),
      OUT: at("outside"),
      SHARED_PID: String(bystander.pid),
      SOCK: at("outside/daemon.sock"),
      GIT_CONFIG_NOSYSTEM: "1",
      ...servers.env,
    };
    const agentDir = at("home/.omp/agent");
    const sandbox = new Sandbox({
      wishes: () => ({
        isEnabled: true,
        backend: "auto",
        writable: [],
        hasNetwork: false,
        hosts: [],
        ...wishes,
      }),
      places: {
        workspace: at("workspace"),
        home: at("home"),
        env,
        ownFolders: [at("home/.omp")],
        keyFiles: [join(agentDir, "agent.db"), join(agentDir, ".env")],
        shared: [],
        execPath: process.execPath,
      },
      tmp: tmpdir(),
      quarantine: at("kept/put-aside"),
      caches: at("kept/caches"),
      candidates: async () => [backend],
      probe,
      openBridge: (pid, port, socketFile) =>
        openLoopbackBridge({ pid, port, socketFile, execPath: process.execPath, env: { PATH } }),
    });
    const runner = new ShellRunner({ cwd: at("workspace"), env, enclose: () => sandbox.enclose() });
    return new SandboxWorld({ root, sandbox, runner, reached }, async () => {
      await runner[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      servers.close();
      bystander.kill("SIGKILL");
      await bystander.exited;
      rmSync(root, { recursive: true, force: true });
    });
  }

  async run(
    command: string,
    extra: { readonly hosts?: readonly string[]; readonly env?: Record<string, string> } = {},
  ) {
    let output = "";
    const request = {
      command,
      cwd: this.workspace,
      env: extra.env ?? {},
      timeoutMs: 150_000,
      onOutput: (text: string) => void (output += text),
      ...(extra.hosts !== undefined && { hosts: extra.hosts }),
    };
    const end = await this.runner.run(request, new AbortController().signal);
    return { output, exitCode: end.how === "exited" ? end.exitCode : undefined };
  }

  /** Everything that no command may change, as one text for each place. */
  look(): Record<string, string> {
    const seen: Record<string, string> = {};
    for (const folder of [this.outside, this.home]) record(folder, seen);
    for (const name of NEVER_CHANGED) record(join(this.workspace, name), seen);
    return { ...seen, bystander: processState(this.outside), reached: this.reached.join() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

function furnish(root: string): void {
  const files: Record<string, string> = {
    "outside/file": "outside\n",
    "outside/touched": "",
    "outside/sub/deep": "deep\n",
    "home/.bashrc": "# mine\n",
    "home/.gitconfig":
      "[user]\n\tname = Ann\n\temail = ann@example.com\n[init]\n\tdefaultBranch = main\n",
    "home/.ssh/authorized_keys": "key\n",
    "home/.omp/agent/agent.db": "CANARY\n",
    "home/.omp/agent/.env": "KEY=CANARY\n",
    "home/.omp/agent/config.yml": "theme: dark\n",
    "home/.omp/agent/trust.json": "{}\n",
    "home/.omp/agent/sandbox/probes.json": "{}\n",
    "workspace/.vscode/settings.json": "{}\n",
    "workspace/readme.md": "# Work\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const cwd = join(root, "workspace");
  const env = { PATH, HOME: join(root, "home") };
  for (const args of [
    ["init", "-q"],
    ["add", "readme.md"],
    ["commit", "-qm", "first"],
  ])
    Bun.spawnSync(["git", ...args], { cwd, env });
  writeFileSync(join(cwd, ".git/hooks/post-merge"), "#!/bin/sh\n", { mode: 0o755 });
}

async function serve(socketFile: string, reached: string[]) {
  const note = (what: string) => () => void reached.push(what);
  const tcp = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { open: note("tcp"), data: note("tcp data") },
  });
  const udp = await Bun.udpSocket({ hostname: "127.0.0.1", socket: { data: note("udp") } });
  const file = createServer(note("socket file"));
  const name = `omp-test-${crypto.randomUUID()}`;
  const abstract = createServer(note("abstract socket"));
  for (const [server, path] of [
    [file, socketFile],
    [abstract, `\0${name}`],
  ] as const) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once("error", reject).listen(path, resolve);
    await promise;
  }
  return {
    env: { PORT: String(tcp.port), UDP: String(udp.port), ABSTRACT: name },
    close() {
      tcp.stop(true);
      udp.close();
      file.close();
      abstract.close();
    },
  };
}

function record(path: string, seen: Record<string, string>): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const mode = stats.mode.toString(8);
  if (stats.isSymbolicLink()) seen[path] = `link ${readlinkSync(path)}`;
  else if (stats.isDirectory()) {
    seen[path] = `folder ${mode}`;
    for (const name of readdirSync(path)) record(join(path, name), seen);
  } else
    seen[path] = stats.isFile() ? `file ${mode} ${readFileSync(path, "latin1")}` : `other ${mode}`;
}

/** Whether the process outside still waits as it did. */
function processState(cwd: string): string {
  for (const pid of readdirSync("/proc")) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== cwd) continue;
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const state = stat.slice(stat.lastIndexOf(")") + 2)[0] ?? "";
      if (stat.includes("(bash)")) return state === "T" || state === "Z" ? state : "alive";
    } catch {
      continue; // No process, or one that is not ours to look at.
    }
  }
  return "gone";
}
