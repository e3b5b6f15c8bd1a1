// The tree of a session: what each filter shows, where the conversation is, what is folded; and where going to an entry
// leads.
import { describe, expect, test } from "bun:test";
import { text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { isSummary } from "../testing/long-session.ts";
import { createRig, type SessionRig } from "../testing/session-rig.ts";
import { type TreeFilter, treeRows } from "./session-tree.ts";

/** Two ways: one that read a file, one that did not; the second is where the conversation is. */
async function forked(rig: SessionRig): Promise<void> {
  rig.models.script([toolCall("read", { path: "a.ts" })], text("red answer"), text("blue answer"));
  await rig.session.prompt("red");
  await rig.session.goTo(idOf(rig, "red"), { isSummed: false });
  await rig.session.prompt("blue");
  rig.session.record({ type: "label", targetId: idOf(rig, "red answer"), label: "old" });
}

function idOf(rig: SessionRig, said: string): string {
  const rows = treeRows(rig.session.log, { filter: "all", folded: new Set() });
  const row = rows.find((each) => each.text === said);
  if (row === undefined) throw new Error(`nobody said ${said}`);
  return row.id;
}

const shown = (rig: SessionRig, filter: TreeFilter, folded: readonly string[] = []): string[] =>
  treeRows(rig.session.log, { filter, folded: new Set(folded) }).map(
    ({ kind, text: said, label }) => `${label === undefined ? "" : `[${label}] `}${kind} ${said}`,
  );

describe("treeRows", () => {
  test("each filter shows what it says", async () => {
    await using rig = createRig();
    await forked(rig);
    const red = ["user red", "toolResult read", "[old] assistant red answer"];
    const blue = ["user blue", "assistant blue answer"];
    const contains = (filter: TreeFilter): string[] =>
      shown(rig, filter).map((row) => row.replace(/^(toolResult) .*/, "$1 read"));
    expect(contains("default")).toEqual([...blue, ...red]);
    expect(contains("no-tools")).toEqual([...blue, red[0]!, red[2]!]);
    expect(contains("user-only")).toEqual([blue[0]!, red[0]!]);
    expect(contains("labeled-only")).toEqual([red[2]!]);
    const all = contains("all");
    for (const row of [...red, ...blue]) expect(all).toContain(row);
    expect(all.some((row) => row.startsWith("model_change"))).toBe(true);
  });

  test("the way to where the conversation is stands first and is marked, its end once", async () => {
    await using rig = createRig();
    await forked(rig);
    const rows = treeRows(rig.session.log, { filter: "default", folded: new Set() });
    expect(rows.filter(({ isOnPath }) => isOnPath).map((row) => row.text)).toEqual([
      "blue",
      "blue answer",
    ]);
    expect(rows.slice(0, 2).every(({ isOnPath }) => isOnPath)).toBe(true);
    const all = treeRows(rig.session.log, { filter: "all", folded: new Set() });
    expect(all.filter(({ isLeaf }) => isLeaf)).toHaveLength(1);
  });

  test("what is folded hides everything below it and nothing else", async () => {
    await using rig = createRig();
    await forked(rig);
    const folded = shown(rig, "default", [idOf(rig, "red")]);
    expect(folded).toEqual(["user blue", "assistant blue answer", "user red"]);
  });
});

describe("going to an entry", () => {
  test("before what a person said, with its text; after anything else", async () => {
    await using rig = createRig();
    await forked(rig);
    const went = await rig.session.goTo(idOf(rig, "red"), { isSummed: false });
    expect(went).toMatchObject({ text: "red" });
    expect(rig.session.messages).toEqual([]);
    const after = await rig.session.goTo(idOf(rig, "red answer"), { isSummed: false });
    expect(after?.text).toBeUndefined();
    expect(rig.session.messages.map(({ role }) => role)).toContain("toolResult");
    expect(await rig.session.goTo("ffffffff", { isSummed: false })).toBeUndefined();
  });

  test("before a message that was put in a person's place, with its text", async () => {
    await using rig = createRig();
    rig.models.script(text("one"));
    await rig.session.prompt("first");
    rig.session.record({
      type: "custom_message",
      customType: "note",
      content: "said for you",
      display: true,
    });
    const went = await rig.session.goTo(idOf(rig, "said for you"), { isSummed: false });
    expect(went?.text).toBe("said for you");
    expect(rig.session.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("what is left is summed up as the person wants it", async () => {
    await using rig = createRig();
    rig.models.scriptFor(isSummary, text("Ships were discussed."));
    rig.models.script(text("one"), text("two"));
    await rig.session.prompt("first");
    await rig.session.prompt("second");
    const went = await rig.session.goTo(idOf(rig, "second"), {
      isSummed: true,
      instructions: "dwell on ships",
    });
    expect(went?.isSummed).toBe(true);
    expect(rig.models.requests.find(isSummary)?.body).toContain("dwell on ships");
    expect(JSON.stringify(rig.session.messages.at(-1))).toContain("Ships were discussed.");
  });
});
