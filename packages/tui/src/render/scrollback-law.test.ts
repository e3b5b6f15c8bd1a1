/** Defends G10: in scrollback and screen together every line of the transcript is there once, in order, under any resize. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Story } from "../fixtures/story.ts";

type Step =
  | { readonly do: "append"; readonly words: number }
  | { readonly do: "open"; readonly words: number }
  | { readonly do: "grow"; readonly words: number; readonly endsLine: boolean }
  | { readonly do: "settle" }
  | {
      readonly do: "chrome";
      readonly rows: readonly number[];
      readonly caret: readonly [number, number];
    }
  | {
      readonly do: "resize";
      readonly columns?: number;
      readonly rows?: number;
      readonly isHasty?: boolean;
    }
  | { readonly do: "frame" };

const words = fc.integer({ min: 1, max: 40 });
const change: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("append" as const), words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("open" as const), words }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("grow" as const), words, endsLine: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "settle" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("chrome" as const),
      rows: fc.array(fc.constantFrom(0.1, 0.6, 1), { minLength: 1, maxLength: 4 }),
      caret: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 60 })),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: "frame" as const }) },
);
const anyResize: fc.Arbitrary<Step> = fc.record({
  do: fc.constant("resize" as const),
  columns: fc.integer({ min: 8, max: 90 }),
  rows: fc.integer({ min: 4, max: 40 }),
  isHasty: fc.boolean(),
});
const gentleResize: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("resize" as const), columns: fc.integer({ min: 30, max: 90 }) }),
  fc.record({ do: fc.constant("resize" as const), rows: fc.integer({ min: 16, max: 40 }) }),
);

async function run(story: Story, step: Step): Promise<void> {
  switch (step.do) {
    case "append":
      return story.append(step.words);
    case "open":
      return story.open(step.words);
    case "grow":
      return story.grow(step.words, step.endsLine);
    case "settle":
      return story.settle();
    case "chrome": {
      story.chrome.rows = step.rows;
      story.chrome.caretRow = Math.min(step.caret[0], step.rows.length - 1);
      story.chrome.caretColumn = step.caret[1];
      return story.tui.requestRender();
    }
    case "resize": {
      const { columns, rows } = story.terminal.size;
      await story.terminal.resize(step.columns ?? columns, step.rows ?? rows);
      return step.isHasty === true ? undefined : story.frame();
    }
    case "frame":
      return story.frame();
  }
}

async function finish(story: Story): Promise<void> {
  story.settle(story.openCount);
  await story.frame();
}

const everyWordOnce = (story: Story) => expect(story.seen()).toEqual(story.expected());

async function play(steps: readonly Step[]): Promise<Story> {
  const story = new Story(60, 20);
  for (const each of steps) await run(story, each);
  await finish(story);
  return story;
}

describe("scrollback", () => {
  test("any sequence of appends, updates and resizes keeps every word once, in order", async () => {
    const steps = fc.array(
      fc.oneof({ weight: 2, arbitrary: change }, { weight: 1, arbitrary: anyResize }),
      {
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (each) => {
        const story = await play(each);
        everyWordOnce(story);
        story.dispose();
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test("no live line stays behind when the live lines fit and one dimension changes at a time", async () => {
    const steps = fc.array(
      fc.oneof({ weight: 2, arbitrary: change }, { weight: 1, arbitrary: gentleResize }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (each) => {
        const story = await play(each);
        everyWordOnce(story);
        expect(story.chromeRows()).toBe(story.chrome.rows.length);
        story.dispose();
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test("200 random resizes while a long answer streams", async () => {
    const sizes = fc.sample(anyResize, { numRuns: 200, seed: 20_261_115 });
    const story = new Story(80, 24);
    story.append(300);
    story.open(3);
    for (const [index, size] of sizes.entries()) {
      story.grow(7, index % 3 === 0);
      if (index % 40 === 39) {
        story.settle();
        story.open(1);
      }
      await run(story, size);
    }
    await finish(story);
    expect(story.expected().length).toBeGreaterThan(1_600);
    everyWordOnce(story);
    story.dispose();
  }, 60_000);
});
