// A start that goes on with the newest session of its directory, where the user wants that and nobody said otherwise.
import { expect, test } from "bun:test";
import { text } from "@oh-my-pi/pi-testkit/llm";
import { type LiveOptions, type LiveSession, openLiveSession } from "../testing/live-session.ts";

/** A directory with one answered session. */
async function answered(values: LiveOptions["values"]): Promise<LiveSession> {
  const live = await openLiveSession({ values: values ?? {} });
  live.models.script(text("hello"));
  await live.current.session.prompt("hi");
  return live;
}

test.each([
  ["goes on", { autoResume: true }, { mayResume: true }, true],
  ["begins anew where nobody wants it", {}, { mayResume: true }, false],
  ["begins anew for a script", { autoResume: true }, {}, false],
])("%s", async (_, values, launch, isSame) => {
  await using live = await answered(values);
  const { file } = live.current.session.log;
  const next = await live.resume({ sessionFile: undefined, ...launch });
  expect(next.session.log.file === file).toBe(isSame);
  expect(next.session.messages.length > 0).toBe(isSame);
  expect(next.notes).toEqual([]);
});

test("the next new session is a new one", async () => {
  await using live = await answered({ autoResume: true });
  const resumed = await live.resume({ sessionFile: undefined, mayResume: true });
  await using next = (await resumed.openNext({ kind: "new" })).session;
  expect(next.log.file).not.toBe(resumed.session.log.file ?? "");
});

test("one that is open elsewhere is left alone, and that is said", async () => {
  await using live = await answered({ autoResume: true });
  const twin = await live.openBeside({ mayResume: true });
  await using session = twin.session;
  expect(session.log.file).not.toBe(live.current.session.log.file ?? "");
  expect(twin.notes).toEqual([expect.stringContaining("this is a new session: ")]);
  expect(twin.notes[0]).toContain("is open for writing");
});
