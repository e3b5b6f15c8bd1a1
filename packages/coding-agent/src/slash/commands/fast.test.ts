// `/fast` turns the fast tier on and off for this conversation, from its next request on and after it is reopened.
import { expect, test } from "bun:test";
import { text } from "@oh-my-pi/pi-testkit/llm";
import { createRig, type SessionRig } from "../../session/testing/session-rig.ts";
import { findSlash } from "../find-slash.ts";
import type { SlashPort } from "../slash-command.ts";

async function type(rig: SessionRig, line: string): Promise<string> {
  const said: string[] = [];
  const call = await findSlash(line);
  const port = {
    sessions: { current: rig.session, send: (command) => rig.session.send(command) },
    reply: (words: string) => void said.push(words),
  } as SlashPort;
  await call?.command.run(call.argument, port);
  return said.join("\n");
}

async function tierSent(rig: SessionRig): Promise<unknown> {
  rig.models.script(text("ok"));
  await rig.session.prompt("hi");
  return rig.models.requests.at(-1)?.json["speed"];
}

test("/fast", async () => {
  await using rig = createRig({ others: { "claude-opus-4-6": 200_000 } });
  const { provider } = rig.session.model;
  await rig.session.send({ type: "set_model", provider, modelId: "claude-opus-4-6" });
  expect(await type(rig, "/fast status")).toBe("Fast mode is off.");
  expect(await type(rig, "/fast")).toBe("Fast mode is on.");
  expect(await tierSent(rig)).toBe("fast");
  await rig.reopen();
  expect(await type(rig, "/fast status")).toBe("Fast mode is on.");
  expect(await tierSent(rig)).toBe("fast");
  expect(await type(rig, "/fast on")).toBe("Fast mode is on.");
  expect(await type(rig, "/fast")).toBe("Fast mode is off.");
  expect(await tierSent(rig)).toBeUndefined();
  expect(await type(rig, "/fast off")).toBe("Fast mode is off.");
  expect(await type(rig, "/fast now")).toContain('does not know "now"');
});

test("the command of the table takes every tier", async () => {
  await using rig = createRig();
  await rig.session.send({ type: "set_service_tier", tier: "flex" });
  expect(rig.session.serviceTier).toBe("flex");
  await rig.session.send({ type: "set_service_tier", tier: "none" });
  expect(rig.session.serviceTier).toBe("none");
});
