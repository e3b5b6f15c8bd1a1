// A running session follows the user's settings file without a restart; what decides about approval only becomes
// stricter. A program's session starts from the defaults of what the program chooses. Rules that cannot be read stop
// a run.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { livePolicy } from "./assemble/live-policy.ts";
import { runLayers } from "./assemble/run-layers.ts";
import type { Setting } from "./settings/setting.ts";
import { createOmp, type OmpProcess } from "./testing/omp-process.ts";

const config = (omp: OmpProcess): string => join(omp.workspace.home, ".omp/agent/config.yml");

describe("a running session", () => {
  test("sees a change of the file in its next answer", async () => {
    await using omp = createOmp();
    writeFileSync(config(omp), "steeringMode: all\n");
    await using running = omp.serve(["--model", "fake/m", "--mode", "rpc"]);
    await running.waitForStdout((out) => out.startsWith('{"type":"ready"}\n'));
    const asks = async (mode: string): Promise<boolean> => {
      running.write('{"type":"get_state"}\n');
      const before = running.stdout.length;
      await running.waitForStdout((out) => out.indexOf('"get_state"', before) !== -1);
      return running.stdout.slice(before).includes(`"steeringMode":"${mode}"`);
    };
    expect(await asks("all")).toBe(true);
    writeFileSync(config(omp), "steeringMode: one-at-a-time\n");
    await eventually(() => asks("one-at-a-time"));
    running.closeStdin();
    expect((await running.exited).exitCode).toBe(0);
  });

  test("is asked about tools that the file denies from then on", async () => {
    await using omp = createOmp();
    await using running = omp.serve(["--model", "fake/m", "--mode", "rpc"]);
    await running.waitForStdout((out) => out.startsWith('{"type":"ready"}\n'));
    writeFileSync(config(omp), "tools: { approval: { bash: deny } }\nsteeringMode: all\n");
    await eventually(async () => {
      const before = running.stdout.length;
      running.write('{"type":"get_state"}\n');
      await running.waitForStdout((out) => out.indexOf('"get_state"', before) !== -1);
      return running.stdout.slice(before).includes('"steeringMode":"all"');
    });
    omp.models.script(reply(toolCall("bash", { command: "echo ran" })), reply(text("done")));
    running.write('{"type":"prompt","message":"go"}\n');
    const out = await running.waitForStdout((said) => said.includes('"agent_end"'));
    expect(out).toContain("is blocked by user policy");
  });
});

describe("the approval of a running session", () => {
  const tool = { name: "bash" } as Parameters<ReturnType<typeof livePolicy>>[0]["tool"];
  const verdict = async (start: object, now: object): Promise<string> => {
    const values: Record<string, unknown> = { ...start };
    const get = <Value>({ key, fallback }: Setting<Value>): Value =>
      (values[key] ?? fallback) as Value;
    const policy = livePolicy({ get });
    Object.assign(values, now);
    const call = { tool, callId: "1", args: {}, approval: { tier: "exec" } } as const;
    return (await policy(call, new AbortController().signal)).verdict;
  };
  const mode = (name: string) => ({ "tools.approvalMode": name });
  const rule = (name: string) => ({ "tools.approval": { bash: name } });
  const cases: [start: object, now: object, verdict: string][] = [
    [mode("yolo"), mode("always-ask"), "ask"],
    [mode("always-ask"), mode("yolo"), "ask"],
    [mode("write"), {}, "ask"],
    [{}, rule("deny"), "deny"],
    [rule("deny"), rule("allow"), "deny"],
    [mode("write"), rule("allow"), "ask"],
    [{ ...mode("write"), ...rule("allow") }, {}, "allow"],
    [rule("prompt"), { "tools.approval": {} }, "ask"],
  ];
  for (const [start, now, expected] of cases) {
    test(`${JSON.stringify(start)}, then ${JSON.stringify(now)}: ${expected}`, async () => {
      expect(await verdict(start, now)).toBe(expected);
    });
  }
});

describe("a session for a program", () => {
  test("has the defaults of what the program chooses; flags still win", () => {
    const told = { name: "override", source: "--x", values: { "todo.enabled": false } } as const;
    const launch = { cwd: "/", isLasting: true, overrides: [told] };
    const [defaults, last] = runLayers(launch);
    expect(defaults?.values).toMatchObject({ "todo.enabled": true, "async.enabled": false });
    expect(Object.keys(defaults?.values ?? {})).not.toContain("steeringMode");
    expect(last).toEqual(told);
    expect(runLayers({ ...launch, isInteractive: true })).toEqual([told]);
    expect(runLayers({ cwd: "/" })).toEqual([]);
  });
});

describe("rules that cannot be read", () => {
  const files: [content: string, says: RegExp][] = [
    ["tools: { approvalMode: always-ask\nx", /config\.yml:\d+: .*Put it right first/],
    ["tools: { approvalMode: allways-ask }\n", /Did you mean always-ask\? Put it right first/],
  ];
  for (const [content, says] of files) {
    test(`${JSON.stringify(content)} stops the run before anything is sent`, async () => {
      await using omp = createOmp();
      writeFileSync(config(omp), content);
      const run = await omp.run(["-p", "hi", "--model", "fake/m"]);
      expect(run).toMatchObject({ exitCode: 2, stdout: "" });
      expect(run.stderr).toMatch(says);
      expect(omp.models.requests).toHaveLength(0);
      expect(readFileSync(config(omp), "utf8")).toBe(content);
    });
  }

  test("a wrong value of taste is only said", async () => {
    await using omp = createOmp();
    writeFileSync(config(omp), "steeringMode: both\n");
    omp.models.script(reply(text("hello")));
    const run = await omp.run(["-p", "hi", "--model", "fake/m"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: "hello\n" });
    expect(run.stderr).toContain("steeringMode");
  });
});
