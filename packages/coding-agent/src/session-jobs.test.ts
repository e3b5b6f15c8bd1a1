// Background jobs in a whole session against the fake model server: the news of one that nobody waited for starts a run,
// and none outlives the session.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { openLiveSession } from "./testing/live-session.ts";

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** `folder` is outside the workspace: commands must be let in. */
const values = ({ path }: { readonly path: string }) => ({
  async: { enabled: true },
  sandbox: { writable: [path] },
});

/** Pids as the system has them: those that a command sees may be of a namespace of its own. */
function pidsOf(commandLine: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() === commandLine
      );
    } catch {
      return false; // No process, or one that has just ended.
    }
  });
}

test("the end of a job is told to the model by itself", async () => {
  using folder = createWorkspace();
  await using live = await openLiveSession({ values: values(folder) });
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
  const commandLine = `sleep 600.${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  {
    await using live = await openLiveSession({ values: values(folder) });
    const command = `${commandLine}; :`;
    live.models.script(reply(toolCall("bash", { command, async: true })), reply(text("Started.")));
    await live.current.session.prompt("start it");
    await until(() => pidsOf(commandLine).length > 0);
  }
  expect(pidsOf(commandLine)).toEqual([]);
});
