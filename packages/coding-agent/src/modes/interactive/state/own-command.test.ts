// The card of a person's own command: it grows, ends, stays where it is while other things happen, and comes back with
// the session.
import { describe, expect, test } from "bun:test";
import { historyItems } from "./history-items.ts";
import { type Intent, reduceUi } from "./reduce-ui.ts";
import { storyItems } from "./story.ts";
import { INITIAL, type UiState } from "./ui-state.ts";

const run = (...events: Intent[]): UiState => events.reduce(reduceUi, INITIAL);
const started: Intent = { type: "command_started", command: "seq 3", isKeptFromModel: false };
const output = (text: string): Intent => ({ type: "command_output", text });
const ended = (more: object): Intent => ({
  type: "command_ended",
  end: { output: "1\n", exitCode: 0, cancelled: false, truncated: false, ...more },
});

describe("a command of the person", () => {
  test("grows while it runs and then shows what it has left", () => {
    const growing = run(started, output("1\n"), output("2\n"));
    expect(growing.isCommandRunning).toBe(true);
    expect(storyItems(growing.story)).toMatchObject([
      { kind: "command", command: "seq 3", output: "1\n2\n", status: "running" },
    ]);
    const done = reduceUi(growing, ended({ output: "1\n2\n3\n" }));
    expect(done.isCommandRunning).toBe(false);
    expect(storyItems(done.story)).toMatchObject([
      { output: "1\n2\n3\n", status: "done", note: "" },
    ]);
  });

  test.each<[object, string]>([
    [{ exitCode: 3 }, "Exit code 3."],
    [{ exitCode: undefined, cancelled: true }, "Cancelled."],
    [
      { exitCode: 1, truncated: true, artifactId: "7" },
      "Exit code 1. The output was shortened; all of it: artifact://7.",
    ],
  ])("that ended as %j is marked and says so", (how, note) => {
    const [item] = storyItems(run(started, ended(how)).story);
    expect(item).toMatchObject({ status: "failed", note });
  });

  test("that was refused says why", () => {
    const refused = run(started, { type: "command_failed", reason: "blocked" });
    expect(refused.isCommandRunning).toBe(false);
    expect(storyItems(refused.story)).toMatchObject([{ status: "failed", note: "blocked" }]);
  });

  test("that floods keeps only the end of it, from the beginning of a line on", () => {
    const flooded = run(
      started,
      ...Array.from({ length: 50 }, () => output("flood\n".repeat(999))),
    );
    const [item] = storyItems(flooded.story);
    const kept = item?.kind === "command" ? item.output : "";
    expect(kept.length).toBeLessThanOrEqual(64 * 1024);
    expect(new Set(kept.trimEnd().split("\n"))).toEqual(new Set(["flood"]));
  });

  test("goes on below when another branch is shown", () => {
    const usage = INITIAL.usage;
    const items = [{ kind: "notice", tone: "info", text: "the past" }] as const;
    const moved = run(started, output("1\n"), { type: "restarted", items, usage }, output("2\n"));
    expect(storyItems(moved.story)).toMatchObject([
      { text: "the past" },
      { kind: "command", output: "1\n2\n", status: "running" },
    ]);
  });

  test("of a session that goes on is shown as it was", () => {
    const [item] = historyItems([
      {
        role: "bashExecution",
        command: "false",
        output: "",
        exitCode: 1,
        cancelled: false,
        truncated: false,
        timestamp: 1,
        excludeFromContext: true,
      },
    ]);
    expect(item).toMatchObject({
      kind: "command",
      command: "false",
      isKeptFromModel: true,
      status: "failed",
      note: "Exit code 1.",
    });
  });
});
