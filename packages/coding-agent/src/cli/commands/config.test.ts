// `omp config` reads and writes the user's own file only, by type, with its comments kept; a wrong key or value
// is answered with the right one and exit code 2.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp, type OmpProcess } from "../../testing/omp-process.ts";

const file = (omp: OmpProcess, name = "config.yml") => join(omp.workspace.home, ".omp/agent", name);

describe("omp config", () => {
  const mistakes: [args: string[], says: string][] = [
    [
      ["get", "tols.approvalMode"],
      "Unknown setting: tols.approvalMode. Did you mean tools.approvalMode?",
    ],
    [["set", "nothing.like.it", "1"], "Unknown setting: nothing.like.it."],
    [["set", "temperature", "warm"], "Invalid number value: warm."],
    [
      ["set", "tools.approvalMode", "yollo"],
      "Allowed: always-ask, write, yolo. Did you mean yolo?",
    ],
    [["set", "modelRoles", "x"], "Invalid table value: x."],
    [["set", "temperature"], "No value: omp config set temperature <value>."],
    [["get"], "No key: omp config get <key>."],
    [["delete", "x"], "Unknown action: delete."],
    [["lst"], "Did you mean omp config list?"],
    [["list", "--jsn"], "Unknown flag --jsn. Did you mean --json?"],
  ];
  for (const [args, says] of mistakes) {
    test(`${args.join(" ")} is refused`, async () => {
      await using omp = createOmp();
      const run = await omp.run(["config", ...args]);
      expect(run).toMatchObject({ exitCode: 2, stdout: "" });
      expect(run.stderr).toContain(says);
      expect(existsSync(file(omp))).toBe(false);
    });
  }

  test("set, get and reset change one key and keep the rest as it was written", async () => {
    await using omp = createOmp();
    writeFileSync(file(omp), "# mine\ntemperature: 0.5 # warm\nmodelRoles:\n  smol: a/b\n");
    const set = await omp.run(["config", "set", "tools.approvalMode", "write"]);
    expect(set).toMatchObject({
      exitCode: 0,
      stdout: "Set tools.approvalMode = write\n",
      stderr: "",
    });
    await omp.run(["config", "set", "temperature", "0.7"]);
    expect(readFileSync(file(omp), "utf8")).toBe(
      "# mine\ntemperature: 0.7 # warm\nmodelRoles:\n  smol: a/b\ntools:\n  approvalMode: write\n",
    );
    expect((await omp.run(["config", "get", "temperature"])).stdout).toBe("0.7\n");
    const json = await omp.run(["config", "get", "tools.approvalMode", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      key: "tools.approvalMode",
      value: "write",
      default: "yolo",
      source: file(omp),
    });
    const reset = await omp.run(["config", "reset", "tools.approvalMode"]);
    expect(reset.stdout).toBe("Reset tools.approvalMode = yolo\n");
    expect(readFileSync(file(omp), "utf8")).not.toContain("approvalMode");
  });

  test("list shows every setting, what is not used yet, and no keys to services", async () => {
    await using omp = createOmp();
    writeFileSync(file(omp), "searxng: { token: s3cret }\ntemperature: 0.5\n");
    const { stdout, stderr } = await omp.run(["config", "list"]);
    expect(stderr).toBe("");
    expect(stdout).toContain(`temperature = 0.5  (${file(omp)})\n`);
    expect(stdout).toContain("memory.backend = off  (not used yet)\n");
    expect(stdout).toContain("searxng.token = (hidden)");
    const json = await omp.run(["config", "list", "--json"]);
    expect(stdout + json.stdout).not.toContain("s3cret");
    const all = JSON.parse(json.stdout) as Record<string, { isUnused?: boolean }>;
    expect(Object.keys(all).length).toBeGreaterThanOrEqual(274);
    expect(all["memory.backend"]?.isUnused).toBe(true);
  });

  test("a broken file is named with its line and never replaced", async () => {
    await using omp = createOmp();
    const broken = "temperature: [1\nx: 2\n";
    writeFileSync(file(omp), broken);
    const run = await omp.run(["config", "set", "temperature", "1"]);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toMatch(/config\.yml:\d+/);
    expect(readFileSync(file(omp), "utf8")).toBe(broken);
  });

  test("a project's settings are read once it is trusted, and can only be stricter", async () => {
    await using omp = createOmp();
    const loose = { tools: { approval: { bash: "allow" }, approvalMode: "always-ask" } };
    omp.workspace.write({ ".omp/settings.json": JSON.stringify(loose) });
    const before = await omp.run(["config", "get", "tools.approvalMode"]);
    expect(before.stdout).toBe("yolo\n");
    expect(before.stderr).toContain(".omp/settings.json not read");
    expect((await omp.run(["config", "path"])).stdout).toBe(`${file(omp)}\n`);
    await omp.run(["trust", "add"]);
    const after = await omp.run(["config", "get", "tools.approvalMode"]);
    expect(after.stdout).toBe("always-ask\n");
    expect(after.stderr).toContain("A project may not set this");
    expect((await omp.run(["config", "get", "tools.approval"])).stdout).toBe("{}\n");
    const project = omp.workspace.at(".omp/settings.json");
    expect((await omp.run(["config", "path"])).stdout).toBe(`${file(omp)}\n${project}\n`);
  });

  test("settings of an older version are moved once, under their present names", async () => {
    await using omp = createOmp();
    writeFileSync(file(omp, "settings.json"), '{ "temperature": 0.3, "queueMode": "all" }');
    expect((await omp.run(["config", "get", "temperature"])).stdout).toBe("0.3\n");
    expect(readFileSync(file(omp), "utf8")).toBe("steeringMode: all\ntemperature: 0.3\n");
    expect(existsSync(file(omp, "settings.json"))).toBe(false);
    expect(readFileSync(file(omp, "settings.json.bak"), "utf8")).toContain("queueMode");
  });

  test("init-xdg moves data, which is found there from then on", async () => {
    await using omp = createOmp();
    const sessions = file(omp, "sessions");
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, "kept"), "1");
    const run = await omp.run(["config", "init-xdg"]);
    expect(run.exitCode).toBe(0);
    const data = join(omp.workspace.root, "xdg/data/omp");
    expect(run.stdout).toContain(`${data}\n`);
    expect(readFileSync(join(data, "sessions/kept"), "utf8")).toBe("1");
    expect(existsSync(sessions)).toBe(false);
    await omp.run(["auth", "add", "anthropic"], { stdin: "sk-test-0123456789" });
    expect(existsSync(join(data, "agent.db"))).toBe(true);
  });
});
