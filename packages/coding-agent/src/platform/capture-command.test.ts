// A helper command gives its standard output and nothing else; one that fails, floods or hangs gives nothing
// and does not live on.
import { describe, expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { existsSync, readFileSync } from "node:fs";
import { captureCommand } from "./capture-command.ts";

const env = { PATH: process.env["PATH"], WHO: "me" };
const capture = (command: string, timeoutMs = 10_000) =>
  captureCommand({ command, env, timeoutMs });

describe("captureCommand", () => {
  const cases: [command: string, gives: string | undefined][] = [
    ["echo one; echo two >&2", "one\n"],
    ["printf %s $WHO", "me"],
    ["echo half; exit 3", undefined],
    ["no-such-program-at-all", undefined],
    ["head -c 100000 /dev/zero", undefined],
    ["cat", ""],
  ];
  for (const [command, gives] of cases)
    test(command, async () => expect(await capture(command)).toBe(gives));

  test("one that hangs is ended with what it started", async () => {
    using workspace = createWorkspace();
    const file = workspace.at("pid");
    expect(await capture(`sleep 600 & echo $! > ${file}; wait`, 300)).toBeUndefined();
    expect(existsSync(file)).toBe(true);
    const pid = Number(readFileSync(file, "utf8"));
    await eventually(() => !existsSync(`/proc/${pid}`) || isZombie(pid));
  });
});

function isZombie(pid: number): boolean {
  return / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}
