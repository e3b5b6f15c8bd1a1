// A loop for a while says its message again until that time is up, however many rounds that takes.
import { expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { SessionHolder } from "../session/session-holder.ts";
import { openLiveSession } from "../testing/live-session.ts";
import { createSlashPort } from "./create-slash-port.ts";
import { runSlash } from "./run-slash.ts";

const MINUTE_MS = 60_000;

test.each([
  ["/loop 10m again", 4 * MINUTE_MS, 3],
  ["/loop 90s again", MINUTE_MS, 2],
  ["/loop 1h again", 59 * MINUTE_MS, 2],
])("%s, a round taking %d ms: %d rounds", async (line, roundMs, rounds) => {
  await using live = await openLiveSession();
  live.models.script(...Array.from({ length: rounds }, () => reply(text("done"))));
  const replies: string[] = [];
  const host = { ...live.host, now: () => live.bodies().length * roundMs };
  const port = createSlashPort(new SessionHolder(live.current), host, {
    reply: (said) => void replies.push(said),
  });
  await runSlash(line, port);
  expect(replies).toEqual([`The loop is over after ${rounds} rounds.`]);
  expect(live.bodies()).toHaveLength(rounds);
});

test.each([
  ["prompt", 3],
  ["reset", 1],
])("with loop.mode %s the second round has %d messages before it", async (mode, count) => {
  await using live = await openLiveSession({ values: { loop: { mode } } });
  live.models.script(reply(text("one")), reply(text("two")));
  const holder = new SessionHolder(live.current);
  await runSlash("/loop 2 again", createSlashPort(holder, live.host, { reply: () => {} }));
  expect(live.bodies()[1]?.["messages"]).toHaveLength(count);
  await holder.close();
});
