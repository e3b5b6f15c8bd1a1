// Contracts: what was staged first is decided first and once, a mode's standing action stays, and failures
// of an action reach the model.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { describe, expect, test } from "bun:test";
import {
  type Decision,
  type PendingAction,
  PendingActions,
  pendingActionsNeed,
} from "../../services/pending-actions/pending-actions.ts";
import { bind, callTool, tokensOf } from "../../testing/call-tool.ts";
import resolve from "./resolve.ts";

function staged(label: string, more: Partial<PendingAction> = {}): PendingAction {
  const apply = async ({ reason }: Decision) => ({ content: `did ${label}: ${reason}` });
  return { label, sourceToolName: "ast_edit", apply, ...more };
}

const decide = (actions: PendingActions, action: string, more = {}) =>
  callTool(resolve, { action, reason: "r", ...more }, [bind(pendingActionsNeed, actions)]);

describe("resolve", () => {
  test("without anything staged says so", async () => {
    expect(await decide(new PendingActions(), "apply")).toMatchObject({
      text: "No pending action to resolve. Nothing to apply or discard.",
      isError: true,
    });
  });

  test("applies in order, each once, and tells whoever forces the choice", async () => {
    const heard: string[] = [];
    const actions = new PendingActions(({ label }) => heard.push(label));
    actions.stage(staged("a", { apply: async () => ({ content: "did a", details: { n: 1 } }) }));
    actions.stage(staged("b"));
    expect(heard).toEqual(["a", "b"]);
    const details = { action: "apply", reason: "r", sourceToolName: "ast_edit", label: "a" };
    expect(await decide(actions, "apply")).toEqual({
      text: "did a",
      details: { ...details, sourceResultDetails: { n: 1 } },
      isError: false,
    });
    expect(await decide(actions, "discard")).toEqual({
      text: "Discarded: b. Reason: r",
      details: { ...details, action: "discard", label: "b" },
      isError: false,
    });
    expect(actions.size).toBe(0);
    expect((await decide(actions, "apply")).isError).toBe(true);
  });

  test("discards the action's own way where it has one", async () => {
    const actions = new PendingActions();
    actions.stage(staged("a", { reject: async ({ reason }) => ({ content: `no: ${reason}` }) }));
    expect((await decide(actions, "discard")).text).toBe("no: r");
  });

  test("a stale preview fails and is gone", async () => {
    const actions = new PendingActions();
    const apply = () => Promise.reject(new ToolFailure("The preview is stale."));
    actions.stage(staged("a", { apply }));
    expect(await decide(actions, "apply")).toMatchObject({
      text: "The preview is stale.",
      isError: true,
    });
    expect(actions.size).toBe(0);
  });

  test("a standing action takes extra data and stays", async () => {
    const actions = new PendingActions();
    const apply = async ({ extra }: Decision) => ({ content: `plan ${String(extra?.["title"])}` });
    actions.keep(staged("plan", { apply }));
    for (const title of ["one", "two"])
      expect((await decide(actions, "apply", { extra: { title } })).text).toBe(`plan ${title}`);
  });

  test("is cheap", () => expect(tokensOf(resolve)).toBeLessThan(150));
});
