// The command line through the shipped binary: attachments, limits, sessions to go on with, and a machine
// that is not as it should be. Every flag works or says that it does not.
import { describe, expect, test } from "bun:test";
import { hold, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtBinary, createOmp } from "../testing/omp-process.ts";
import { FLAGS } from "./flags.ts";

const fake = ["--model", "fake/m"];
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("the first word", () => {
  test("that is no command is a prompt", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")));
    const run = await omp.run(["explain", ...fake, "-p"]);
    expect(run.stdout).toBe("ok\n");
    expect(omp.models.requests[0]?.body).toContain('"explain"');
  });

  test("that is a command after -- is a prompt too", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")));
    await omp.run([...fake, "-p", "--", "config"]);
    expect(omp.models.requests[0]?.body).toContain('"config"');
  });

  const commands = [
    "auth",
    "completions",
    "config",
    "models",
    "read",
    "shell",
    "update",
    "worktree",
    "wt",
  ];
  for (const name of commands) {
    test(`${name} --help`, async () => {
      await using omp = createOmp();
      const run = await omp.run([name, "--help"]);
      expect(run).toMatchObject({ exitCode: 0, stderr: "" });
      expect(run.stdout).toContain(`omp ${name === "wt" ? "worktree" : name}`);
    });
  }
});

describe("attachments", () => {
  test("text goes into the first message with its path, a picture beside it", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "a b.txt": "hello\n", "p.png": PNG });
    omp.models.script(reply(text("ok")), reply(text("ok")));
    await omp.run([...fake, "-p", "look", "@a b.txt"]);
    expect(omp.models.requests[0]?.body).toContain(
      JSON.stringify('<file path="a b.txt">\nhello\n</file>\n\nlook').slice(1, -1),
    );
    await omp.run([...fake, "-p", "look", "@p.png"]);
    const kept = JSON.stringify(omp.sessionLines());
    expect(kept).toContain('"mimeType":"image/png"');
  });

  const wrong: [name: string, says: string][] = [
    ["missing.txt", "there is no such file"],
    ["folder", "is a directory"],
    ["binary.bin", "neither text nor a picture"],
    ["latin1.txt", "neither text nor a picture"],
    ["large.txt", "too large to attach (1.1 MB"],
  ];
  for (const [name, says] of wrong) {
    test(`@${name} is refused before anything starts`, async () => {
      await using omp = createOmp();
      omp.workspace.write({
        "folder/x": "",
        "binary.bin": Buffer.from([0, 1, 2]),
        "latin1.txt": Buffer.from([0x61, 0xe9, 0x62]),
        "large.txt": "x".repeat(1_150_000),
      });
      const run = await omp.run([...fake, "-p", "look", `@${name}`]);
      expect(run).toMatchObject({ exitCode: 2, stdout: "" });
      expect(run.stderr).toContain(says);
      expect(omp.models.requests).toHaveLength(0);
    });
  }
});

describe("refused in one line", () => {
  const cases: [args: string[], exitCode: number, says: string][] = [
    [["--mode", "rpc", "@a.txt"], 2, "@file arguments are not supported in RPC mode."],
    [["--mode", "rpc", "--max-time", "5"], 2, "--max-time is for runs with -p"],
    [["--mode", "acp", "--continue"], 2, "--continue is not for ACP mode: the editor decides."],
    [["stats"], 2, "omp stats is not available yet."],
    [["--max-time", "soon", "-p", "hi"], 2, '--max-time cannot be "soon"'],
    [["-p", "hi", "--yolo", "--approval-mode", "write"], 2, "contradict each other"],
    [["-p", "hi", "--resume", "abc"], 1, 'Session "abc" not found.'],
    [["-p", "hi", "--fork", "abc"], 1, 'Session "abc" not found.'],
    [["-p", "hi", "-r"], 1, "No sessions found"],
    [["-p", "hi", "-c", "--fork", "x"], 2, "cannot be used together"],
    [["-p", "hi", "-c", "--no-session"], 2, "--no-session keeps nothing"],
    ...FLAGS.filter((flag) => flag.missing !== undefined).map(
      (flag): [string[], number, string] => [
        [`--${flag.name}`, "x", "-p", "hi"],
        2,
        `--${flag.name} is not available yet: this version has no`,
      ],
    ),
  ];
  for (const [args, exitCode, says] of cases) {
    test(args.join(" "), async () => {
      await using omp = createOmp();
      const run = await omp.run(args);
      expect(run).toMatchObject({ exitCode, stdout: "" });
      expect(run.stderr).toContain(says);
      expect(run.stderr.trimEnd().split("\n")).toHaveLength(1);
    });
  }
});

describe("settings of one run", () => {
  test("--approval-mode always-ask stops a command that nobody can approve", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("bash", { command: "touch made" })), reply(text("ok")));
    await omp.run([...fake, "--approval-mode", "always-ask", "-p", "go"]);
    expect(readdirSync(omp.workspace.path)).toEqual([]);
  });

  test("an unknown tool name is said, the others hold", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")));
    const run = await omp.run([...fake, "--tools", "read,nope", "-p", "hi"]);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain('there is no tool "nope"');
    const body = omp.models.requests[0]?.json as { tools: { name: string }[] } | undefined;
    expect(body?.tools.map(({ name }) => name)).toEqual(["read"]);
  });

  test("--max-time ends a run with exit code 5", async () => {
    await using omp = createOmp();
    const waiting = hold();
    omp.models.script(reply([text("par"), waiting]));
    const run = await omp.run([...fake, "--max-time", "0.3", "-p", "hi"]);
    waiting.release();
    expect(run.exitCode).toBe(5);
  });

  test("the home directory is not worked in unless that is asked for", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")), reply(text("ok")));
    const home = omp.workspace.home;
    const moved = await omp.run([...fake, "-p", "hi"], { cwd: home });
    expect(moved.stderr).toContain("--allow-home");
    expect(omp.sessionLines()[0]?.["cwd"]).not.toBe(home);
    expect(readdirSync(join(omp.workspace.root, "tmp"))).toEqual([]);
    const allowed = await omp.run([...fake, "--allow-home", "-p", "hi"], { cwd: home });
    expect(allowed.stderr).toBe("");
  });
});

describe("sessions to go on with", () => {
  test("-c and -r append to the session, --fork copies it", async () => {
    await using omp = createOmp();
    omp.models.script(...["one", "two", "three", "four"].map((word) => reply(text(word))));
    await omp.run([...fake, "-p", "first"]);
    const id = omp.sessionLines()[0]?.["id"] as string;
    // The session's own model goes on where none is named.
    await omp.run(["-c", "-p", "second"], { env: { ANTHROPIC_API_KEY: "never-used" } });
    expect(omp.models.requests[1]?.body).toContain("first");
    await omp.run([...fake, "--resume", id.slice(0, 30), "-p", "third"]);
    expect(omp.models.requests[2]?.body).toContain("second");
    expect(omp.sessionLines()[0]?.["id"]).toBe(id);
    const changes = omp.sessionLines().filter(({ type }) => type === "model_change");
    expect(changes).toHaveLength(1);
    await omp.run([...fake, "--fork", id, "-p", "fourth"]);
    expect(omp.models.requests[3]?.body).toContain("third");
    const forked = omp.sessionLines()[0];
    expect(forked?.["parentSession"]).toBe(id);
    expect(forked?.["id"]).not.toBe(id);
  });
});

describe("a machine that is not as it should be", () => {
  const shell = (script: string, omp: ReturnType<typeof createOmp>, env = {}) =>
    runProcess(["bash", "-c", script, "bash", builtBinary(), ...fake], {
      cwd: omp.workspace.path,
      env: omp.workspace.env(env),
    });

  test("stdin closed", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")));
    expect(await shell('"$@" -p hi <&-', omp)).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  });

  test("a reader that goes away ends the run quietly with 141", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("x".repeat(300_000))));
    const run = await shell('"$@" -p hi | head -c 10; echo " ${PIPESTATUS[0]}"', omp);
    expect(run.stdout).toBe("xxxxxxxxxx 141\n");
    expect(run.stderr).toBe("");
  });

  test("nowhere to keep a session: said once, and answered", async () => {
    await using omp = createOmp();
    const agentDir = join(omp.workspace.home, ".omp/agent");
    writeFileSync(join(agentDir, "sessions"), "a file where a directory should be");
    omp.models.script(reply(text("ok")));
    const run = await omp.run([...fake, "-p", "hi"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: "ok\n" });
    expect(run.stderr).toMatch(/^omp: this session is not saved: .+\n$/);
  });

  test("no home directory, in CI, without colours", async () => {
    await using omp = createOmp();
    mkdirSync(join(omp.workspace.root, "agent"));
    omp.models.script(reply(text("ok")));
    const run = await shell('unset HOME; cp "$MODELS" "$PI_CODING_AGENT_DIR"; "$@" -p hi', omp, {
      CI: "true",
      NO_COLOR: "1",
      MODELS: join(omp.workspace.home, ".omp/agent/models.yml"),
      PI_CODING_AGENT_DIR: join(omp.workspace.root, "agent"),
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: "ok\n", stderr: "" });
  });
});
