// Contract of the tools `checkpoint` and `rewind` together: one mark at a time, texts as observed, not in subagents.
import { describe, expect, test } from "bun:test";
import { type Checkpoint, type Checkpoints, checkpointsNeed } from "./services/checkpoints.ts";
import { bind, callTool, tokensOf } from "./testing/call-tool.ts";

const { tools } = await import("./tools/index.gen.ts");
const checkpoint = (await tools.checkpoint()).default;
const rewind = (await tools.rewind()).default;

function session(isSubagent = false) {
  let active: Checkpoint | undefined;
  const reports: string[] = [];
  const checkpoints: Checkpoints = {
    isSubagent,
    active: () => active,
    start: (goal) => (active = { goal, startedAt: "2026-01-01T00:00:00.000Z" }),
    requestRewind: (report) => void reports.push(report),
  };
  const bound = [bind(checkpointsNeed, checkpoints)];
  return {
    reports,
    mark: (goal: string) => callTool(checkpoint, { goal }, bound),
    rewind: (report: string) => callTool(rewind, { report }, bound),
  };
}

describe("checkpoint and rewind", () => {
  test("mark, investigate, report", async () => {
    const { mark, rewind: end, reports } = session();
    expect(await mark("g")).toEqual({
      text: "Checkpoint created.\nGoal: g\nRun your investigation, then call rewind with a concise report.",
      details: { goal: "g", startedAt: "2026-01-01T00:00:00.000Z" },
      isError: false,
    });
    expect(await mark("g2")).toMatchObject({ text: "Checkpoint already active.", isError: true });
    expect(await end("  ")).toMatchObject({ text: "Report cannot be empty.", isError: true });
    expect(await end(" found it ")).toEqual({
      text: "Rewind requested.\nReport captured for context replacement.",
      details: { report: "found it", rewound: true },
      isError: false,
    });
    expect(reports).toEqual(["found it"]);
  });

  test("without a mark there is nothing to rewind to", async () => {
    const { rewind: end, reports } = session();
    expect(await end("x")).toMatchObject({ text: "No active checkpoint.", isError: true });
    expect(reports).toEqual([]);
  });

  test("subagents have none", async () => {
    const text = "Checkpoint not available in subagents.";
    const { mark, rewind: end } = session(true);
    expect(await mark("g")).toMatchObject({ text, isError: true });
    expect(await end("r")).toMatchObject({ text, isError: true });
  });

  test("are cheap", () => expect(tokensOf(checkpoint) + tokensOf(rewind)).toBeLessThan(250));
});
