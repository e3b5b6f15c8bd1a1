// A branch that is left can be summed up where the conversation goes on; nothing of it leaves the file.
import { describe, expect, test } from "bun:test";
import { httpError, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { isSummary } from "../testing/long-session.ts";
import { createRig, type SessionRig } from "../testing/session-rig.ts";

/** Two turns, the second of which read a file; goes back to before it. */
async function leaveBranch(rig: SessionRig): Promise<void> {
  rig.models.script(text("one"), [toolCall("read", { path: "src/b.ts" })], text("two"));
  await rig.session.prompt("first");
  await rig.session.prompt("try the other way");
  const { messages } = (await rig.session.send({ type: "get_branch_messages" })) as {
    messages: { entryId: string }[];
  };
  await rig.session.send({ type: "branch", entryId: messages[1]?.entryId });
}
const settings = { "branchSummary.enabled": true, "retry.enabled": false };

describe("a branch summary", () => {
  test("says what happened, after our preamble, and which files were touched", async () => {
    await using rig = createRig({ settings });
    rig.models.scriptFor(isSummary, text("The other way does not work."));
    await leaveBranch(rig);
    const summary = rig.session.messages.at(-1);
    expect(summary).toMatchObject({ role: "branchSummary" });
    const told = summary?.role === "branchSummary" ? summary.summary : "";
    expect(told).toMatch(/^The user explored another branch/);
    expect(told).toContain("The other way does not work.");
    expect(told).toContain("<read-files>\nsrc/b.ts\n</read-files>");
    const asked = rig.models.requests.find(isSummary)?.body ?? "";
    expect(asked).toContain("try the other way");
    expect(asked).not.toContain("first");
    rig.models.script(text("three"));
    await rig.reopen();
    await rig.session.prompt("and now");
    expect(rig.models.requests.at(-1)?.body).toContain("The other way does not work.");
    expect(JSON.stringify([...rig.session.log.entries()])).toContain("try the other way");
  });

  test("has the files even when no model answers", async () => {
    await using rig = createRig({ settings });
    rig.models.scriptFor(isSummary, httpError(500), httpError(500));
    await leaveBranch(rig);
    expect(JSON.stringify(rig.session.messages.at(-1))).toContain("src/b.ts");
  });

  test("is not made unless it is asked for", async () => {
    await using rig = createRig();
    await leaveBranch(rig);
    expect(rig.models.requests.filter(isSummary)).toEqual([]);
    expect(rig.session.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });
});
