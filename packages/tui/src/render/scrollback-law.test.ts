/** Defends G10: in scrollback and screen together every line of the transcript is there once, in order, under any resize. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Story } from "../testing/story.ts";
import {
  anyResize,
  gentleResize,
  lateResize,
  type Step,
  steps,
  storm,
  takeStep,
} from "../testing/story-steps.ts";

async function finish(story: Story): Promise<void> {
  story.settle(story.openCount);
  await story.frame();
}

async function play(each: readonly Step[]): Promise<Story> {
  const story = new Story(60, 20);
  for (const step of each) await takeStep(story, step);
  await finish(story);
  return story;
}

const everyWordOnce = (story: Story) => expect(story.seen()).toEqual(story.expected());

describe("scrollback", () => {
  test("any sequence of appends, updates and resizes keeps every word once, in order", async () => {
    await fc.assert(
      fc.asyncProperty(steps(anyResize), async (each) => {
        const story = await play(each);
        everyWordOnce(story);
        story.dispose();
      }),
      { numRuns: 80 },
    );
  }, 60_000);

  test("frames drawn for a size the terminal no longer had are put right when they fit", async () => {
    const resize = fc.oneof(lateResize({ columns: 40, rows: 24 }, 8), gentleResize);
    await fc.assert(
      fc.asyncProperty(steps(resize), async (each) => {
        const story = await play(each);
        everyWordOnce(story);
        story.dispose();
      }),
      { numRuns: 80 },
    );
  }, 60_000);

  test("frames drawn for a size the terminal no longer had lose nothing, however small it became", async () => {
    const resize = fc.oneof(lateResize({ columns: 8, rows: 4 }, 40), anyResize);
    await fc.assert(
      fc.asyncProperty(steps(resize), async (each) => {
        const story = await play(each);
        expect(story.hasEverything()).toBe(true);
        story.dispose();
      }),
      { numRuns: 80 },
    );
  }, 60_000);

  test("no live line stays behind when the live lines fit and one dimension changes at a time", async () => {
    await fc.assert(
      fc.asyncProperty(steps(gentleResize), async (each) => {
        const story = await play(each);
        everyWordOnce(story);
        expect(story.chromeRows()).toBe(story.chrome.rows.length);
        story.dispose();
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test("storms of sizes, heard of late or never, leave every word once when it is calm and all is told anew", async () => {
    await fc.assert(
      fc.asyncProperty(steps(storm), async (each) => {
        const story = new Story(60, 20, { tellsAnew: true });
        for (const step of each) await takeStep(story, step);
        await finish(story);
        story.clock.advance(1_000);
        await story.frame();
        everyWordOnce(story);
        story.dispose();
      }),
      { numRuns: 80 },
    );
  }, 60_000);

  test("200 random resizes while a long answer streams", async () => {
    const sizes = fc.sample(anyResize, { numRuns: 200, seed: 20_261_115 });
    const story = new Story(80, 24);
    story.append(300);
    story.open(3);
    for (const [index, size] of sizes.entries()) {
      story.grow(7, index % 3 === 0);
      if (index % 40 === 39) story.open(1);
      await takeStep(story, size);
    }
    await finish(story);
    expect(story.expected().length).toBeGreaterThan(1_600);
    everyWordOnce(story);
    story.dispose();
  }, 60_000);
});
