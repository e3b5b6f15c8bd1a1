// Contract: the shell inside the sandbox is the same as outside: it keeps directory and variables, ends what commands
// leave behind, survives a command that ends it; grants and protected places hold for one command at a time.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SandboxWorld, workingBackends } from "../../testing/sandbox-world.ts";
import { SandboxedRunner } from "./sandboxed-runner.ts";
import { ShellRunner } from "../shell-runner.ts";

const { working } = await workingBackends();
const signal = new AbortController().signal;

/** Host pids of processes with this word among their arguments. */
function pidsOf(word: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(word);
    } catch {
      return false; // No process, or one that has just ended.
    }
  });
}

describe.each(working.map((backend) => [backend.name, backend] as const))("%s", (_, backend) => {
  test("directory, variables and functions last; a time limit ends all of a command", async () => {
    await using world = await SandboxWorld.open(backend);
    const run = async (command: string, timeoutMs = 30_000): Promise<string> => {
      let output = "";
      const onOutput = (text: string): void => void (output += text);
      await world.runner.run({ command, env: {}, timeoutMs, onOutput }, signal);
      return output;
    };
    await run("mkdir -p d; cd d; word=kept; f() { echo fun; }");
    expect(await run("pwd; echo $word; f")).toBe(`${world.workspace}/d\nkept\nfun\n`);
    const tag = `600.${crypto.getRandomValues(new Uint32Array(1))[0]}`;
    await run(`sleep ${tag}`, 300);
    expect(pidsOf(tag)).toEqual([]);
    expect(await run("echo on")).toBe("on\n");
  });

  test("nothing that a command leaves behind survives it, nor the session", async () => {
    const tag = `601.${crypto.getRandomValues(new Uint32Array(1))[0]}`;
    {
      await using world = await SandboxWorld.open(backend);
      await world.run(
        `(setsid sleep ${tag} &); sleep ${tag} & (env -i setsid sleep ${tag} &) ; echo left`,
      );
      expect(pidsOf(tag)).toEqual([]);
      const running = world.runner.start(
        { command: `sleep ${tag}`, env: {}, timeoutMs: 60_000 },
        signal,
        { apart: true },
      );
      while (pidsOf(tag).length === 0) await Bun.sleep(5);
      // It may be ended while its shell still starts.
      running.end.catch(() => undefined);
    }
    expect(pidsOf(tag)).toEqual([]);
  });

  test("what is put back is named, and the other version is kept", async () => {
    await using world = await SandboxWorld.open(backend);
    const { output } = await world.run("mkdir e; echo evil > e/settings.json; mv e .omp");
    expect(output).toContain(`put back as before: ${world.workspace}/.omp]`);
    expect(existsSync(join(world.workspace, ".omp"))).toBe(false);
    const kept = join(world.root, "kept/put-aside");
    expect(readFileSync(join(kept, "1-.omp/settings.json"), "utf8")).toBe("evil\n");
  });

  test("what is gone since the shell was planned stays protected and stops nothing", async () => {
    await using world = await SandboxWorld.open(backend);
    await using enclosure = await world.sandbox.enclose();
    const settings = join(world.workspace, ".vscode/settings.json");
    rmSync(join(world.workspace, ".vscode"), { recursive: true });
    await enclosure?.begin(() => Promise.resolve(undefined), {});
    const script = 'mkdir -p "${0%/*}"; echo evil > "$0"; echo started';
    const argv = enclosure?.wrap(["/bin/sh", "-c", script, settings]);
    const { stdout } = Bun.spawnSync(argv ?? [], { env: { PATH: "/usr/bin:/bin" } });
    expect(stdout.toString()).toBe("started\n");
    enclosure?.end();
    expect(existsSync(settings)).toBe(false);
  });

  test("what appears at a protected place is gone while its command still runs", async () => {
    await using world = await SandboxWorld.open(backend);
    const gone = "for p in .omp .mcp.json .git/commondir; do while [ -e $p ]; do :; done; done";
    const { output } = await world.run(
      `mkdir .omp; echo {} > .mcp.json; echo x > .git/commondir; ${gone}; echo cleared; ls -A`,
    );
    expect(output).toStartWith("cleared\n.git\n.vscode\nreadme.md\n");
    for (const name of [".omp", ".mcp.json", ".git/commondir"])
      expect(output).toContain(`${world.workspace}/${name}`);
    expect(readdirSync(world.workspace).toSorted()).toEqual([".git", ".vscode", "readme.md"]);
  });

  test("what a person makes at a protected place between commands is theirs", async () => {
    await using world = await SandboxWorld.open(backend);
    await world.run("true");
    mkdirSync(join(world.workspace, ".idea"));
    expect((await world.run("true")).output).toBe("");
    expect(existsSync(join(world.workspace, ".idea"))).toBe(true);
  });

  test("a denied command says how to ask", async () => {
    await using world = await SandboxWorld.open(backend);
    if (backend.name === "landlock") return; // Its refusals read like any other.
    expect((await world.run('touch "$OUT/x"')).output).toContain('outside: "all"');
  });

  test("a declared folder is writable, with what is protected in it", async () => {
    await using world = await SandboxWorld.open(backend, { writable: ["~/declared"] });
    mkdirSync(join(world.home, "declared/.vscode"), { recursive: true });
    writeFileSync(join(world.home, "declared/.vscode/tasks.json"), "{}");
    await world.run('cd "$HOME/declared" && echo a > made; echo evil > .vscode/tasks.json');
    expect(readFileSync(join(world.home, "declared/made"), "utf8")).toBe("a\n");
    expect(readFileSync(join(world.home, "declared/.vscode/tasks.json"), "utf8")).toBe("{}");
  });

  test("the open network reaches servers of the machine, and files stay closed", async () => {
    await using world = await SandboxWorld.open(backend, { hasNetwork: true });
    await world.run('echo x > "/dev/tcp/127.0.0.1/$PORT"; echo x >> "$OUT/file"');
    expect(world.reached).toContain("tcp");
    expect(readFileSync(join(world.outside, "file"), "utf8")).toBe("outside\n");
  });

  test("a command that was let out runs outside, in the same directory", async () => {
    await using world = await SandboxWorld.open(backend);
    const env = { PATH: process.env["PATH"] ?? "", OUT: world.outside };
    await using runner = new SandboxedRunner({
      inside: world.runner,
      outside: new ShellRunner({ cwd: world.workspace, env }),
      isWanted: () => true,
    });
    const run = (command: string, isOutside = false) =>
      runner.run({ command, env: {}, timeoutMs: 30_000, isOutside }, signal);
    mkdirSync(join(world.workspace, "sub"));
    await run("cd sub");
    await run('pwd > "$OUT/where"; mkdir -p deeper; cd deeper', true);
    expect(readFileSync(join(world.outside, "where"), "utf8")).toBe(`${world.workspace}/sub\n`);
    expect(runner.cwd).toBe(`${world.workspace}/sub/deeper`);
    await run("pwd > here");
    expect(readFileSync(join(world.workspace, "sub/deeper/here"), "utf8")).toBe(
      `${world.workspace}/sub/deeper\n`,
    );
    await run('echo x > "$OUT/again"');
    expect(existsSync(join(world.outside, "again"))).toBe(false);
  });
});

const withLoopback = working.filter(({ hasOwnLoopback }) => hasOwnLoopback);
describe.each(withLoopback.map((backend) => [backend.name, backend] as const))(
  "hosts through %s",
  (_, backend) => {
    test("a granted host is reached while its command runs, no other, and not after", async () => {
      using server = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: () => new Response("hello"),
      });
      using other = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: () => new Response("secret"),
      });
      await using world = await SandboxWorld.open(backend);
      const host = `127.0.0.1:${server.port}`;
      const get = (port: number | undefined): string => `curl -s -m 10 http://127.0.0.1:${port}/`;
      const granted = await world.run(`${get(server.port)}; echo; ${get(other.port)}`, {
        hosts: [host],
      });
      expect(granted.output).toStartWith("hello\n");
      expect(granted.output).toContain(`does not let commands reach 127.0.0.1:${other.port}`);
      const proxy = "http_proxy=http://127.0.0.1:47128 NO_PROXY= no_proxy=";
      const later = await world.run(`${proxy} ${get(server.port)}`);
      expect(later.output).not.toContain("hello");
      const tunnel = await world.run(
        `curl -s -m 10 --proxytunnel http://127.0.0.1:${server.port}/`,
        { hosts: [host] },
      );
      expect(tunnel.output).toBe("hello");
    });

    test("a host that is granted for good is there for every command", async () => {
      using server = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: () => new Response("hello"),
      });
      await using world = await SandboxWorld.open(backend, { hosts: [`127.0.0.1:${server.port}`] });
      for (let count = 0; count < 2; count++)
        expect((await world.run(`curl -s -m 10 http://127.0.0.1:${server.port}/`)).output).toBe(
          "hello",
        );
    });
  },
);

test("a back end without a loopback of its own says that it cannot grant hosts", async () => {
  const backend = working.find(({ hasOwnLoopback }) => !hasOwnLoopback);
  if (backend === undefined) return;
  await using world = await SandboxWorld.open(backend);
  expect(world.run("true", { hosts: ["example.com"] })).rejects.toThrow(
    "cannot grant single hosts",
  );
});
