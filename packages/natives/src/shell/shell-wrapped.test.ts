// Contract: a session whose shell runs inside another pid namespace behaves like any other, leftovers and recovery included.
import { expect, test } from "bun:test";
import { findTagged } from "@oh-my-pi/pi-testkit/nasty-children";
import { ShellSession } from "./shell-session.ts";

const WRAP = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
const canUnshare =
  process.platform === "linux" &&
  Bun.spawnSync([...WRAP, "true"], { stderr: "ignore" }).exitCode === 0;

test("a wrapper that fails is tried again, and says why when it never starts", async () => {
  const open = (failures: number) => {
    let starts = 0;
    return new ShellSession({
      bashPath: "/bin/bash",
      cwd: "/usr",
      env: { PATH: process.env["PATH"] ?? "" },
      wrapWorker: (argv) =>
        ++starts > failures
          ? [...argv]
          : ["/bin/bash", "-c", "echo wall: no such file >&2; exit 3"],
    });
  };
  await using patient = open(2);
  expect((await patient.run("true")).exitCode).toBe(0);
  await using hopeless = open(Infinity);
  const problem = await hopeless.run("true").catch(String);
  expect(problem).toContain("the shell ended with code 3 while it started: wall: no such file");
});

test.skipIf(!canUnshare)("inside a pid namespace", async () => {
  await using session = new ShellSession({
    bashPath: "/bin/bash",
    cwd: "/usr",
    env: { PATH: process.env["PATH"] ?? "" },
    wrapWorker: (argv) => [...WRAP, ...argv],
  });
  const run = async (command: string, timeoutMs = 10_000): Promise<string> => {
    let output = "";
    const result = await session.run(command, {
      timeoutMs,
      onOutput: (bytes) => void (output += Buffer.from(bytes).toString()),
    });
    return `${result.outcome} ${result.state} ${result.running.length} ${output.trim()}`;
  };
  const tag = `nasty-${crypto.randomUUID()}`;
  expect(await run("word=kept; (($$ < 10)) && echo inside")).toBe("exited kept 0 inside");
  expect(await run(`(setsid bash -c 'sleep 300; :' ${tag} &); echo left`)).toBe(
    "exited kept 0 left",
  );
  expect(findTagged(tag)).toEqual([]);
  await session.settle();
  expect(await run("sleep 300", 100)).toBe("timeout restored 0 ");
  expect(await run("echo $word in $PWD")).toEndWith("kept in /usr");
});
