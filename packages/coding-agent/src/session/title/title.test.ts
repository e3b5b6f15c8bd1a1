// A session gets a title from its first message, from the small model; what a person chose stays.
import { expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { httpError, text } from "@oh-my-pi/pi-testkit/llm";
import { createRig } from "../testing/session-rig.ts";

test("the small model titles the first message, once", async () => {
  await using rig = createRig({
    hasTitles: true,
    others: { small: 1000 },
    settings: { modelRoles: { smol: "fake/small" } },
  });
  rig.models.scriptFor({ model: "m" }, text("answer"), text("answer"));
  rig.models.scriptFor({ model: "small" }, text('"Fix the Parser."\nmore'));
  await rig.session.prompt("please fix the parser");
  await eventually(() => rig.session.log.header.title !== undefined);
  expect(rig.session.log.header).toMatchObject({ title: "Fix the Parser", titleSource: "auto" });
  expect(rig.models.requests[1]?.body).toContain("please fix the parser");
  await rig.session.prompt("and the lexer");
  expect(rig.eventsOf("session_title")).toEqual([
    { type: "session_title", title: "Fix the Parser" },
  ]);
});

test("a title that the user gave is left alone, and nothing is asked", async () => {
  await using rig = createRig({ hasTitles: true });
  await rig.session.send({ type: "set_session_name", name: "mine" });
  rig.models.script(text("answer"));
  await rig.session.prompt("hello");
  // A question beside the conversation would have started its clock by now.
  expect(rig.clock.pendingTimers).toBe(0);
  expect(rig.session.log.header.title).toBe("mine");
});

test("a model that cannot leaves the session without a title", async () => {
  await using rig = createRig({ hasTitles: true });
  rig.models.script(text("answer"), httpError(500));
  await rig.session.prompt("hello");
  await eventually(async () => (await rig.models.requests[1]?.outcome) === "sent");
  expect(rig.session.log.header.title).toBeUndefined();
});
