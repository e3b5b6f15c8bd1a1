// Contract: one bash lives across commands; exit code and directory come out of band; nothing a command does to its
// descriptors, traps, options or to the shell itself breaks the next command.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ShellSession, type ShellResult, type ShellRunOptions } from "./shell-session.ts";

const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: "/" };
const dir = realpathSync(mkdtempSync(join(tmpdir(), "omp-shell-")));
const open = (): ShellSession => new ShellSession({ bashPath: "/bin/bash", cwd: dir, env });

interface Ran extends ShellResult {
  readonly output: string;
}

async function run(
  session: ShellSession,
  command: string,
  options: ShellRunOptions = {},
): Promise<Ran> {
  const chunks: Buffer[] = [];
  const onOutput = (bytes: Uint8Array): void => void chunks.push(Buffer.from(bytes));
  const result = await session.run(command, { timeoutMs: 20_000, onOutput, ...options });
  return { ...result, output: Buffer.concat(chunks).toString() };
}

const shared = open();
afterAll(async () => {
  await shared[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

describe("state lives on", () => {
  const steps: readonly (readonly [string, string, string])[] = [
    [
      "variables",
      "plain=1; export shown=2; declare -A map=([k]=v); list=(a b)",
      "echo $plain $(printenv shown) ${map[k]} ${list[1]}",
    ],
    ["functions", "greet() { echo hello $1; }", "greet you"],
    ["aliases", "alias hi='echo hi there'", "hi"],
    ["options", "set -o pipefail; shopt -s nullglob", "false | true; echo $?; echo nothing*here"],
    [
      "the directory",
      "mkdir -p sub/deeper; cd sub/deeper",
      "basename $PWD; cd - > /dev/null; cd ../..",
    ],
    ["the umask", "umask 027", "umask; umask 022"],
    ["open descriptors", "exec 7> seven; echo in >&7", "echo more >&7; exec 7>&-; cat seven"],
    ["traps", "trap 'echo trapped' USR1", "kill -USR1 $$; trap - USR1"],
    ["the last exit code", "(exit 7)", "echo $?"],
    ["the previous directory", "cd /usr; cd /", "cd -; cd " + dir],
  ];
  const expected = [
    "1 2 v b\n",
    "hello you\n",
    "hi there\n",
    "1\n\n",
    "deeper\n",
    "0027\n",
    "in\nmore\n",
    "trapped\n",
    "7\n",
    "/usr\n",
  ];
  test.each(steps.map((step, index) => [...step, expected[index]] as const))(
    "%s",
    async (_, first, second, output) => {
      await run(shared, first);
      expect((await run(shared, second)).output).toBe(output ?? "");
    },
  );

  test("variables given to a command hold for all of it", async () => {
    const command = "true; bash -c 'echo $given'; cd /; f() { bash -c 'echo $given'; }; f";
    const { output } = await run(shared, command, { env: { given: "here" } });
    expect(output).toBe("here\nhere\n");
  });

  test("variables given to one command end with it", async () => {
    const given = { WORD: 'it\'s "here"\n$HOME', OTHER: "x" };
    expect((await run(shared, 'printf "%s|%s" "$WORD" "$OTHER"', { env: given })).output).toBe(
      `${given.WORD}|x`,
    );
    expect((await run(shared, 'printf "%s" "${WORD-unset}"')).output).toBe("unset");
  });

  test("a directory given to one command is where the shell stays", async () => {
    expect(await run(shared, "pwd", { cwd: "/usr" })).toMatchObject({
      output: "/usr\n",
      cwd: "/usr",
    });
    expect(shared.cwd).toBe("/usr");
    expect(await run(shared, "echo no", { cwd: "/no such place" })).toMatchObject({
      exitCode: 1,
      cwd: "/usr",
    });
    await run(shared, `cd ${dir}`);
  });
});

describe("results come out of band", () => {
  test.each([
    ["true", 0, ""],
    ["false", 1, ""],
    ["(exit 42)", 42, ""],
    ["no-such-command-here", 127, "bash: line 1: no-such-command-here: command not found\n"],
    ["if", 2, expect.stringContaining("syntax error")],
    ["bash -c 'kill -9 $$'", 137, expect.any(String)],
    ["return 3", 2, expect.stringContaining("return")],
    ["break", 0, ""],
    ["continue 2", 0, ""],
    ["printf 'D0\\0/\\0X0\\0'", 0, "D0\0/\0X0\0"],
    ["echo out; echo err >&2", 0, "out\nerr\n"],
    ["exec >&- 2>&-; echo lost", 1, ""],
    ["exec > /dev/null; echo hidden", 0, ""],
    ["echo to > /dev/stdout; echo err > /dev/stderr", 0, "to\nerr\n"],
    ["cat; echo end of input", 0, "end of input\n"],
    ["cat <<'EOF'\nhere 'is' \"a\" $document\nEOF", 0, "here 'is' \"a\" $document\n"],
    ["printf 'no newline'", 0, "no newline"],
    ["echo $'\\303\\244' | cat", 0, "ä\n"],
    ["", 0, ""],
    ["# only a comment", 0, ""],
    ["echo a \\\n  b", 0, "a b\n"],
  ])("%p", async (command, exitCode, output) => {
    expect(await run(shared, command)).toMatchObject({
      exitCode,
      output,
      outcome: "exited",
      state: "kept",
    });
    expect(await run(shared, "echo next")).toMatchObject({ output: "next\n", exitCode: 0 });
  });

  test("a command of a megabyte arrives whole", async () => {
    const text = "x".repeat(1 << 20);
    const { output } = await run(shared, `cat <<'EOF'\n${text}\nEOF`);
    expect(output).toBe(`${text}\n`);
  });

  test("everything printed before the end is delivered before the result", async () => {
    for (let count = 0; count < 20; count++) {
      const { output, outputBytes } = await run(shared, "head -c 300000 /dev/zero | tr '\\0' x");
      expect([output.length, outputBytes]).toEqual([300_000, 300_000]);
    }
  });
});

describe("what a command does to the shell", () => {
  test.each([
    ["tracing", "set -x", "set +x; echo ok"],
    ["unset variables as errors", "set -u", "set +u; echo ok"],
    ["a debug trap", "trap 'echo debug' DEBUG", "trap - DEBUG; echo ok"],
    [
      "functions named like builtins",
      "read() { :; }; printf() { :; }; eval() { :; }",
      "unset -f read printf eval; echo ok",
    ],
    [
      "aliases named like builtins",
      "alias read=false printf=false builtin=false",
      "unalias -a; echo ok",
    ],
    ["an odd IFS", "IFS=0123456789", "unset IFS; echo ok"],
    ["closed descriptors", 'for fd in {3..30} {240..255}; do eval "exec $fd>&-"; done', "echo ok"],
    ["a lying PWD", "PWD=nonsense", "cd .; echo ok"],
    ["posix mode", "set -o posix", "set +o posix; echo ok"],
    ["ignored signals", "trap '' TERM INT HUP", "trap - TERM INT HUP; echo ok"],
  ])("%s does not break the next command", async (_, first, second) => {
    await using session = open();
    expect((await run(session, first)).outcome).toBe("exited");
    expect((await run(session, second)).output).toEndWith("ok\n");
    expect(session.cwd).toBe(dir);
  });

  test.each([
    ["exit 3", 3],
    ["exit", 0],
    ["exec true", 0],
    ["exec false", 1],
    ["kill -9 $$", 137],
    ["kill $$; sleep 10", 143],
    ["set -e; false; echo never", 1],
    ["trap 'echo bye' EXIT; exit 4", 4],
    ["pkill -P $$; kill 0", 143],
    ["ulimit -f 0; echo > big; exit 5", expect.any(Number)],
  ])("%p ends the shell, which comes back as it was before", async (ending, exitCode) => {
    await using session = open();
    await run(session, "word=kept; f() { echo $word; }; cd /usr");
    await session.settle();
    expect(await run(session, ending)).toMatchObject({
      exitCode,
      outcome: "exited",
      state: "restored",
      forgottenCommands: 0,
    });
    expect(await run(session, "f; pwd")).toMatchObject({ output: "kept\n/usr\n", state: "kept" });
    await session.settle();
    expect(await run(session, "exit 9")).toMatchObject({ exitCode: 9, state: "restored" });
    expect(await run(session, "f")).toMatchObject({ output: "kept\n" });
  });

  test("commands that came too fast to be saved are counted", async () => {
    await using session = open();
    await session.start();
    await session.settle();
    await run(session, "first=1");
    const ended = await run(session, "exit 1");
    const { output } = await run(session, "echo ${first-gone}");
    expect(output).toBe(ended.forgottenCommands === 0 ? "1\n" : "gone\n");
  });

  test("killing every bash loses the state but not the session", async () => {
    await using session = open();
    await run(session, "word=kept");
    const { state } = await run(session, "kill -9 $PPID $$");
    expect(state).toBe("lost");
    expect(await run(session, "echo ${word-gone} $PWD")).toMatchObject({
      output: `gone ${dir}\n`,
      exitCode: 0,
    });
  });
});

describe("limits", () => {
  test.each([
    ["a sleeping child", "sleep 1000; echo never"],
    ["a shell loop", "while :; do :; done"],
    ["a child that ignores TERM", "bash -c \"trap '' TERM; while :; do :; done\""],
    ["a shell that ignores TERM", "trap '' TERM; while :; do :; done"],
    ["a stopped child", "bash -c 'kill -STOP $$'"],
    ["a stopped shell", "kill -STOP $$; echo never"],
    ["endless output", "yes"],
    ["a read that never ends", "read < <(sleep 1000)"],
    ["wait for a background child", "sleep 1000 & wait"],
    ["no execution at all", "set -n"],
  ])("a timeout ends %s and keeps the state", async (_, command) => {
    await using session = open();
    await run(session, "word=kept");
    await session.settle();
    const result = await run(session, command, { timeoutMs: 100 });
    expect(result).toMatchObject({ outcome: "timeout", state: "restored", running: [] });
    expect(result.output).not.toContain("never");
    expect(await run(session, "echo $word")).toMatchObject({ output: "kept\n" });
  });

  test("no further command of a list runs, even when the shell ignores SIGTERM", async () => {
    await using session = open();
    const list = "trap '' TERM; bash -c 'trap - TERM; sleep 300'; echo second; echo third > after";
    expect((await run(session, list, { timeoutMs: 100 })).output).not.toContain("second");
    expect((await run(session, "test -e after && echo ran")).output).toBe("");
  });

  test("an abort ends the command and keeps what it printed", async () => {
    const stop = new AbortController();
    let output = "";
    const result = await shared.run("echo before; sleep 1000; echo after", {
      signal: stop.signal,
      onOutput: (bytes) => {
        output += Buffer.from(bytes).toString();
        stop.abort();
      },
    });
    expect(result).toMatchObject({ outcome: "aborted", running: [] });
    expect(output).toBe("before\n");
  });

  test("a signal that was aborted before starts nothing", async () => {
    await using session = open();
    const result = await session.run("echo > ran", { signal: AbortSignal.abort() });
    expect(result.outcome).toBe("aborted");
    expect(await run(session, "test -e ran || echo no")).toMatchObject({ output: "no\n" });
  });

  test("a second command while one runs is refused", async () => {
    await using session = open();
    const first = session.run("echo go; read -t 5 < <(sleep 0.1)");
    expect(session.run("true")).rejects.toThrow("running a command already");
    expect((await first).outcome).toBe("exited");
  });

  test.each([
    [{ env: { "A B": "1" } }, "Invalid bash env name: A B"],
    [{ env: { A: "a\0b" } }, "NUL"],
    [{ cwd: "/a\0b" }, "NUL"],
  ])("what bash cannot hold is refused: %p", async (options, message) => {
    expect(shared.run("true", options)).rejects.toThrow(message);
    expect(shared.run("a\0b")).rejects.toThrow("NUL");
  });
});

describe("start", () => {
  test.each([
    [{ bashPath: "/no/such/bash" }, "/no/such/bash"],
    [{ cwd: "/no/such/dir" }, "/no/such/dir"],
  ])("a shell that cannot start says why: %p", async (options, message) => {
    await using session = new ShellSession({ bashPath: "/bin/bash", cwd: dir, env, ...options });
    expect(session.run("true")).rejects.toThrow(message);
  });

  test("the environment is exactly the given one", async () => {
    await using session = new ShellSession({
      bashPath: "/bin/bash",
      cwd: dir,
      env: {
        ...env,
        LD_BIND_NOW: "1",
        BUN_OPTIONS: "--revision",
        "odd.name": "x",
        EMPTY: "",
        SHLVL: "1",
      },
    });
    const { output } = await run(session, "env | cut -d= -f1 | sort");
    const names = output.trim().split("\n");
    const own = ["OLDPWD", "OMP_SHELL_SESSION", "PWD", "SHLVL", "_"];
    expect(names.filter((name) => !own.includes(name))).toEqual([
      "BUN_OPTIONS",
      "EMPTY",
      "HOME",
      "LD_BIND_NOW",
      "PATH",
      "odd.name",
    ]);
  });

  test("a snapshot is sourced; one that breaks the shell is left out", async () => {
    const good = join(dir, "good.sh");
    const bad = join(dir, "bad.sh");
    writeFileSync(good, "alias ll='echo aliased'\necho noise\nfrom_rc() { echo $1 rc; }\n");
    writeFileSync(bad, "exit 7\n");
    await using session = new ShellSession({
      bashPath: "/bin/bash",
      cwd: dir,
      env,
      snapshotPath: good,
    });
    expect(await run(session, "ll; from_rc my")).toMatchObject({ output: "aliased\nmy rc\n" });
    await using broken = new ShellSession({
      bashPath: "/bin/bash",
      cwd: dir,
      env,
      snapshotPath: bad,
    });
    expect(await run(broken, "echo fine")).toMatchObject({ output: "fine\n" });
    expect(broken.snapshotPath).toBeUndefined();
    expect(session.snapshotPath).toBe(good);
  });

  test("a closed session takes no commands", async () => {
    const session = open();
    await session[Symbol.asyncDispose]();
    expect(session.run("true")).rejects.toThrow("closed");
  });
});

test("output that comes faster than it is taken leaves room for everything else", async () => {
  await using session = open();
  const stop = new AbortController();
  const { promise: first, resolve: begun } = Promise.withResolvers<void>();
  void first.then(() => setTimeout(() => stop.abort(), 0));
  const onOutput = (): void => {
    begun();
    const until = performance.now() + 5;
    while (performance.now() < until);
  };
  const result = await session.run("yes", { signal: stop.signal, onOutput });
  expect(result.outcome).toBe("aborted");
});
