// Contract: what a tool stages makes the next request force `resolve` and say why; a model that does something else is
// asked again; an abort forces nothing.
import { expect, test } from "bun:test";
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { ToolChoiceQueue } from "@oh-my-pi/pi-agent-core/tool-choice-queue";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { allowAll } from "@oh-my-pi/pi-agent-core/tool-policy";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { z } from "zod";
import { pendingActionsNeed } from "../../services/pending-actions/pending-actions.ts";
import resolve from "../../tools/resolve/resolve.ts";
import type { SessionTools } from "../session-tools.ts";
import { createRig } from "../testing/session-rig.ts";
import { ToolShelf } from "../tool-shelf.ts";
import { PreviewFeature } from "./preview-feature.ts";

const stage = defineTool({
  name: "stage",
  description: "Stages a change.",
  parameters: z.object({ label: z.string() }),
  tier: "read",
  needs: { actions: pendingActionsNeed },
  run: async ({ needs: { actions } }, { label }) => {
    actions.stage({
      label,
      sourceToolName: "stage",
      apply: async () => ({ content: `applied ${label}` }),
    });
    return `preview of ${label}`;
  },
});

function previewTools(): { tools: SessionTools; preview: PreviewFeature } {
  const choices = new ToolChoiceQueue();
  const preview = new PreviewFeature(choices);
  const host = createToolHost({
    policy: allowAll,
    provide: ({ name }) => (name === pendingActionsNeed.name ? preview.actions : undefined),
  });
  const tools = { shelf: new ToolShelf([stage, resolve]), host, features: [preview], choices };
  return { tools, preview };
}

interface Body {
  readonly tool_choice?: object;
  readonly messages: unknown;
}
const REMINDER = "This is a preview.";

test("the next call must be resolve, once, and applies what was staged", async () => {
  const { tools, preview } = previewTools();
  await using rig = createRig({ tools });
  rig.models.script(
    reply(toolCall("stage", { label: "A" })),
    reply(toolCall("resolve", { action: "apply", reason: "good" })),
    reply(text("done")),
  );
  await rig.session.prompt("go");
  const bodies = rig.models.requests.map(({ body }) => JSON.parse(body) as Body);
  expect(bodies.map((body) => body.tool_choice)).toEqual([
    undefined,
    { type: "tool", name: "resolve" },
    undefined,
  ]);
  expect(JSON.stringify(bodies[0]?.messages)).not.toContain(REMINDER);
  expect(JSON.stringify(bodies[1]?.messages).split(REMINDER)).toHaveLength(2);
  expect(JSON.stringify(bodies[2]?.messages)).toContain("applied A");
  expect(preview.actions.size).toBe(0);
});

test("a model that calls something else is asked again", async () => {
  const { tools } = previewTools();
  await using rig = createRig({ tools });
  rig.models.script(
    reply(toolCall("stage", { label: "A" })),
    reply(toolCall("stage", { label: "B" })),
    reply(toolCall("resolve", { action: "discard", reason: "no" })),
    reply(toolCall("resolve", { action: "apply", reason: "yes" })),
    reply(text("done")),
  );
  await rig.session.prompt("go");
  const bodies = rig.models.requests.map(({ body }) => JSON.parse(body) as Body);
  expect(bodies.map((body) => body.tool_choice !== undefined)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  const last = JSON.stringify(bodies.at(-1)?.messages);
  expect(last).toContain("Discarded: A. Reason: no");
  expect(last).toContain("applied B");
});

test("after an abort nothing is forced, and the preview can still be resolved", async () => {
  const { tools, preview } = previewTools();
  await using rig = createRig({ tools });
  rig.session.on((event) => {
    if (event.type === "tool_execution_end") void rig.session.abort();
  });
  rig.models.script(reply(toolCall("stage", { label: "A" })));
  await rig.session.prompt("go");
  rig.models.script(reply(text("ok")));
  await rig.session.prompt("leave it");
  const [, second] = rig.models.requests.map(({ body }) => JSON.parse(body) as Body);
  expect(second?.tool_choice).toBeUndefined();
  expect(JSON.stringify(second?.messages)).not.toContain(REMINDER);
  expect(preview.actions.size).toBe(1);
});
