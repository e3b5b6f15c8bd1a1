// Contract: in a whole session the model's commands are enclosed, only a person lets one out, the person's own commands
// are not, and a warning comes where no sandbox holds.
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { describeSandbox, type SandboxStatus } from "./services/sandbox/sandbox-status.ts";
import { openLiveSession, type LiveSession } from "./testing/live-session.ts";
import { workingBackends } from "./testing/sandbox-world.ts";

const { working } = await workingBackends();
const hasSandbox = working.length > 0;
const outcome = (live: LiveSession): string => JSON.stringify(live.bodies().at(-1)?.["messages"]);

async function call(live: LiveSession, args: Record<string, unknown>): Promise<string> {
  live.models.script(reply(toolCall("bash", args)), reply(text("Done.")));
  await live.current.session.prompt("go");
  return outcome(live);
}

test.skipIf(!hasSandbox)("a command writes to the workspace and nowhere else", async () => {
  await using live = await openLiveSession();
  const { workspace } = live;
  const said = await call(live, {
    command: `echo in > made; echo out > ${workspace.home}/made; echo $?`,
  });
  expect(readFileSync(`${workspace.path}/made`, "utf8")).toBe("in\n");
  expect(existsSync(`${workspace.home}/made`)).toBe(false);
  expect(said).toContain("1");
});

test.skipIf(!hasSandbox)(
  "out of the sandbox: no without a person, yes with their yes",
  async () => {
    const command = (live: LiveSession) => `echo out > ${live.workspace.home}/made`;
    {
      await using live = await openLiveSession();
      expect(await call(live, { command: command(live), outside: "all" })).toContain(
        "nobody can be asked",
      );
      expect(existsSync(`${live.workspace.home}/made`)).toBe(false);
    }
    for (const allowed of [false, true]) {
      await using live = await openLiveSession({ isInteractive: true });
      const asked: (string | undefined)[] = [];
      live.current.desk.attend(async ({ reason }) => {
        asked.push(reason);
        return allowed ? { allowed } : { allowed };
      });
      await call(live, { command: command(live), outside: "all" });
      expect(asked).toEqual(["It asks to run outside the sandbox, with all your rights."]);
      expect(existsSync(`${live.workspace.home}/made`)).toBe(allowed);
    }
  },
);

test("a host that is none is said to be none", async () => {
  await using live = await openLiveSession({ isInteractive: true });
  live.current.desk.attend(async () => ({ allowed: true }));
  expect(await call(live, { command: "true", outside: "http://x/" })).toContain("is not a host");
});

test("the person's own commands run outside, unless settings say otherwise", async () => {
  for (const userCommands of [false, true]) {
    if (userCommands && !hasSandbox) continue;
    await using live = await openLiveSession({ values: { sandbox: { userCommands } } });
    const { session } = live.current;
    await session.send({ type: "bash", command: `echo mine > ${live.workspace.home}/mine` });
    expect(existsSync(`${live.workspace.home}/mine`)).toBe(!userCommands);
  }
});

test("the status is what holds here", async () => {
  await using live = await openLiveSession();
  const { session } = live.current;
  const status = (await session.send({ type: "get_sandbox" })) as SandboxStatus;
  expect(status.state).toBe(hasSandbox ? "on" : "none");
  if (hasSandbox) expect(describeSandbox(status)).toContain(`Sandbox: ${status.backend}`);
  await session.send({ type: "allow_sandbox_host", host: "example.com" });
  expect(((await session.send({ type: "get_sandbox" })) as SandboxStatus).hosts).toEqual([
    "example.com",
  ]);
  expect(session.send({ type: "allow_sandbox_host", host: "no host" })).rejects.toThrow(
    "is not a host",
  );
});

test("a back end that is not here is said at the start, once, and the command runs; switched off: nothing", async () => {
  for (const values of [{ backend: "seatbelt" }, { enabled: false }]) {
    const warnings: string[] = [];
    await using live = await openLiveSession({
      values: { sandbox: values },
      warn: (warning) => warnings.push(warning),
    });
    await call(live, { command: `echo out > ${live.workspace.home}/made` });
    expect(existsSync(`${live.workspace.home}/made`)).toBe(true);
    const said = live.current.notes.filter((note) => note.includes("No sandbox works here"));
    expect(said.length).toBe("backend" in values && process.platform !== "darwin" ? 1 : 0);
    expect(warnings).toEqual([]);
  }
});
