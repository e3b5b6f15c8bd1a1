// Background jobs in a whole session against the fake model server: the news of one that nobody waited for starts a run,
// and none outlives the session.
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { openLiveSession } from "./testing/live-session.ts";

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const values = { async: { enabled: true } };

test("the end of a job is told to the model by itself", async () => {
  using folder = createWorkspace();
  await using live = await openLiveSession({ values });
  const { session } = live.current;
  const go = join(folder.path, "go");
  const command = `until [ -e ${go} ]; do :; done; echo job output`;
  live.models.script(
    reply(toolCall("bash", { command, async: true })),
    reply(text("Started.")),
    reply(text("I see.")),
  );
  await session.prompt("start it");
  expect(live.bodies()).toHaveLength(2);
  folder.write({ go: "" });
  await until(() => live.bodies().length === 3);
  await session.settled();
  const last = JSON.stringify(live.bodies()[2]);
  expect(last).toContain("Background job bg_1 has ended");
  expect(last).toContain("job output");
});

test("a job ends with its session", async () => {
  using folder = createWorkspace();
  const pidFile = join(folder.path, "pid");
  const readPid = (): string => (existsSync(pidFile) ? readFileSync(pidFile, "utf8") : "");
  {
    await using live = await openLiveSession({ values });
    const command = `echo $$ > ${pidFile}; sleep 600`;
    live.models.script(reply(toolCall("bash", { command, async: true })), reply(text("Started.")));
    await live.current.session.prompt("start it");
    await until(() => readPid() !== "");
  }
  expect(() => process.kill(Number(readPid()), 0)).toThrow("ESRCH");
});
