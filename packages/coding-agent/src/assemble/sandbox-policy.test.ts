// Contract: where no sandbox holds, running something asks; where nobody can be asked it warns once; who wants no
// sandbox, or allowed a tool by name, is not asked.
import { describe, expect, test } from "bun:test";
import type { ToolTier } from "@oh-my-pi/pi-agent-core/approval";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { allowAll, type ToolPolicy } from "@oh-my-pi/pi-agent-core/tool-policy";
import type { SandboxStatus } from "../services/sandbox/sandbox-status.ts";
import { sandboxPolicy } from "./sandbox-policy.ts";

function rig(
  state: SandboxStatus["state"],
  isAttended: boolean,
  inner: ToolPolicy = allowAll,
  isSaidMissing = false,
) {
  const warnings: string[] = [];
  let looks = 0;
  const status: SandboxStatus = {
    state,
    limits: [],
    tried: [{ name: "landlock", problem: "it leaks" }],
    network: "closed",
    hosts: [],
    writable: [],
    protectedPaths: [],
  };
  const policy = sandboxPolicy(inner, {
    sandbox: { isWanted: state !== "off", isSaidMissing, status: async () => (looks++, status) },
    isAttended,
    isAllowedByRule: (name) => name === "trusted",
    warn: (text) => warnings.push(text),
  });
  const decide = async (name: string, tier: ToolTier): Promise<string> => {
    const request = { tool: { name } as Tool, callId: "1", args: {}, approval: { tier } };
    const decision = await policy(request, new AbortController().signal);
    return decision.verdict === "ask" ? `ask: ${decision.reason}` : decision.verdict;
  };
  return { decide, warnings, looks: () => looks };
}

const TEXT = "No sandbox works here (landlock: it leaks); commands run with all your rights.";

describe("without a sandbox", () => {
  test("a person is asked before something runs, and only then", async () => {
    const { decide, warnings } = rig("none", true);
    expect(await decide("bash", "exec")).toBe(`ask: ${TEXT}`);
    expect(await decide("bash", "exec")).toBe(`ask: ${TEXT}`);
    expect(await decide("write", "write")).toBe("allow");
    expect(await decide("trusted", "exec")).toBe("allow");
    expect(warnings).toEqual([]);
  });

  test("where nobody is there, one warning comes with the first command", async () => {
    const { decide, warnings } = rig("none", false);
    expect(await decide("read", "read")).toBe("allow");
    expect(warnings).toEqual([]);
    expect(await decide("bash", "exec")).toBe("allow");
    expect(await decide("bash", "exec")).toBe("allow");
    expect(warnings).toEqual([TEXT]);
  });

  test("what was said at the start is not said again", async () => {
    const { decide, warnings } = rig("none", false, allowAll, true);
    expect(await decide("bash", "exec")).toBe("allow");
    expect(warnings).toEqual([]);
  });

  test("what was denied stays denied", async () => {
    const { decide } = rig("none", true, () => ({ verdict: "deny", reason: "no" }));
    expect(await decide("bash", "exec")).toBe("deny");
  });
});

test("with a sandbox, or without the wish for one, nothing is asked; nothing is probed for reading", async () => {
  for (const state of ["on", "off"] as const) {
    const { decide, warnings, looks } = rig(state, true);
    expect(await decide("read", "read")).toBe("allow");
    expect(looks()).toBe(0);
    expect(await decide("bash", "exec")).toBe("allow");
    expect(warnings).toEqual([]);
  }
});
