/**
 * Defends G13 on a real emulator: whatever widget foreign text comes through, in whatever field, nothing in it is obeyed:
 * no title, no clipboard, no colour, no link, no reordering, no character that cannot be seen.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HOSTILE_LINE, INJECTIONS, obeyedTricks } from "@oh-my-pi/pi-testkit/foreign-text";
import { Story } from "../testing/story.ts";
import { Text } from "../widgets/text.ts";
import { type HostileWidget, WIDGETS } from "../testing/hostile-widgets.ts";

/** Shows a widget between words that are ours; gives what the terminal was told. */
async function show(make: HostileWidget, hostile: string): Promise<string> {
  const story = new Story(70, 24);
  story.append(3);
  story.tui.transcript.append(make(story, hostile), { isSettled: true });
  story.append(2);
  await story.frame();
  expect(story.terminal.effects).toEqual([]);
  expect(story.terminal.bufferType).toBe("normal");
  expect(story.terminal.logicalLines()[0]).toBe("w0; w1; w2;");
  expect(story.seen()).toEqual([0, 1, 2, 3, 4]);
  expect(story.terminal.logicalLines().join("\n")).toMatch(/hostile/);
  const told = story.terminal.written.join("");
  story.dispose();
  return told;
}

describe("foreign text", () => {
  for (const [name, make] of Object.entries(WIDGETS)) {
    test(name, async () => {
      expect(obeyedTricks(await show(make, HOSTILE_LINE))).toEqual([]);
    });
  }

  test("every injection of the corpus through every widget", async () => {
    for (const [name, make] of Object.entries(WIDGETS))
      for (const { input } of INJECTIONS)
        expect(
          obeyedTricks(await show(make, `hostile ${input} hostile`)),
          `${input} in ${name}`,
        ).toEqual([]);
  }, 60_000);

  test("text that claims to be ours may be coloured, and nothing else", async () => {
    const told = await show((_, hostile) => new Text(hostile, { isStyled: true }), HOSTILE_LINE);
    expect(obeyedTricks(told)).toEqual(["colour", "link"]);
  });

  test("no widget is missing", () => {
    const shown = new Set(
      Object.values(WIDGETS).map((make) => /new (\w+)/.exec(make.toString())?.[1]),
    );
    const folder = join(import.meta.dir, "..");
    const missing = [...new Bun.Glob("{widgets,editor,markdown}/*.ts").scanSync(folder)]
      .filter((path) => !path.endsWith(".test.ts"))
      .flatMap((path) => [
        ...readFileSync(join(folder, path), "utf8").matchAll(
          /export (?:class|const) (\w+)(?: implements (?:Component|Focusable|GrowingComponent)\b|: TextWidget\b)/g,
        ),
      ])
      .map(([, name = ""]) => name)
      .filter((name) => !shown.has(name) && !PARTS.has(name));
    expect(missing).toEqual([]);
  });
});

/** Shown as parts of others, or without any text. */
const PARTS: ReadonlySet<string> = new Set(["CodeFence", "MarkdownBlock", "Spacer"]);
