/** Defends: frames are minimal and right: incremental equals redrawn, idle writes nothing, the caret is where it belongs. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Story } from "../testing/story.ts";
import { anyResize, steps, takeStep } from "../testing/story-steps.ts";
import { CURSOR_MARKER, type Focusable } from "./component.ts";
import type { ScreenMode } from "./tui.ts";

const view = (story: Story) => ({
  screen: story.terminal.screen(),
  cursor: story.terminal.cursor(),
});

/** A component that shows one fixed text and remembers its keys. */
class Probe implements Focusable {
  isFocused = false;
  readonly keys: string[] = [];
  constructor(readonly lines: string[]) {}
  render(): readonly string[] {
    return this.lines;
  }
  handleInput(event: { type: string; chord?: string }): boolean {
    this.keys.push(event.chord ?? event.type);
    return true;
  }
  invalidate(): void {}
}

describe.each(["inline", "alternate"] as ScreenMode[])("%s screen", (mode) => {
  test("after any sequence the incremental screen equals a redraw", async () => {
    await fc.assert(
      fc.asyncProperty(steps(anyResize), async (each) => {
        const story = new Story(60, 20, mode);
        for (const step of each) {
          await takeStep(story, step);
          if (step.do !== "frame" && step.do !== "resize") continue;
          await story.frame();
          const before = view(story);
          if (mode === "inline") {
            story.tui.redraw();
          } else {
            // Entering the alternate screen again starts from a blank one.
            await story.stop();
            story.tui.start();
          }
          await story.frame();
          expect(view(story)).toEqual(before);
        }
        story.dispose();
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  test("a frame that changes nothing writes nothing, and no timer is left", async () => {
    const story = new Story(60, 20, mode);
    story.append(50);
    await story.frame();
    const bytes = story.terminal.written.length;
    for (let tick = 0; tick < 100; tick++) {
      story.tui.requestRender();
      await story.frame();
    }
    expect(story.terminal.written.length).toBe(bytes);
    expect(story.clock.pending).toBe(0);
  });

  test("many changes in one tick are one write", async () => {
    const story = new Story(60, 20, mode);
    await story.frame();
    const writes = story.terminal.written.length;
    for (let index = 0; index < 50; index++) story.append(3);
    await story.frame();
    expect(story.terminal.written.length).toBe(writes + 1);
    expect(story.terminal.written.at(-1)?.match(/\x1b\[\?2026[hl]/g)).toEqual([
      "\x1b[?2026h",
      "\x1b[?2026l",
    ]);
  });

  test("one changed line is one rewritten line", async () => {
    const story = new Story(60, 20, mode);
    story.append(200);
    story.chrome.rows = [1, 1, 1];
    await story.frame();
    story.chrome.rows = [1, 0.6, 1];
    story.tui.requestRender();
    await story.frame();
    expect(story.terminal.written.at(-1)?.match(/=+/g)).toEqual(["=".repeat(36)]);
  });

  test("the hardware cursor stands at the caret", async () => {
    const story = new Story(60, 20, mode);
    story.chrome.rows = [1, 1, 1];
    story.chrome.caretRow = 1;
    story.chrome.caretColumn = 7;
    await story.frame();
    const { row, column } = story.terminal.cursor();
    expect([column, story.terminal.screen()[row - 1], story.terminal.screen()[row + 1]]).toEqual([
      7,
      "=".repeat(60),
      "=".repeat(60),
    ]);
  });

  test("no frame is drawn while the terminal is busy, and one as soon as it is not", async () => {
    const story = new Story(60, 20, mode);
    await story.frame();
    const writes = story.terminal.written.length;
    story.terminal.isBusy = true;
    story.append(5);
    await story.frame();
    expect(story.terminal.written.length).toBe(writes);
    story.terminal.drain();
    await story.frame();
    expect(story.terminal.written.length).toBe(writes + 1);
  });

  test("what a component renders stays on its row and within the width", async () => {
    const story = new Story(20, 8, mode);
    const rude = new Probe([
      "x".repeat(50),
      "a\nb\rc\x1b[5Ad\te",
      "\x1b[31mred",
      `日本語日本語日本語日${CURSOR_MARKER}`,
    ]);
    story.tui.chrome.set([rude]);
    await story.frame();
    const screen = story.terminal.screen().filter((line) => line !== "");
    expect(screen).toEqual(["x".repeat(20), "a␊b␍c␛[5Ad e", "red", "日本語日本語日本語日"]);
    expect(story.terminal.cursor().column).toBe(19);
  });
});

describe("overlays and focus", () => {
  test("keys go to the topmost overlay and then back; the host sees them first", async () => {
    const story = new Story(30, 10);
    const editor = new Probe(["editor"]);
    const first = new Probe(["first"]);
    const second = new Probe(["second"]);
    story.tui.focus(editor);
    story.terminal.type("a");
    const lower = story.tui.openOverlay(first);
    const upper = story.tui.openOverlay(second);
    expect([editor.isFocused, first.isFocused, second.isFocused]).toEqual([false, false, true]);
    story.terminal.type("b");
    upper.close();
    story.terminal.type("c");
    lower.close();
    story.terminal.type("d\x1b[97;1:3u");
    expect([editor.keys, first.keys, second.keys]).toEqual([["a", "d"], ["c"], ["b"]]);
    expect(editor.isFocused).toBe(true);
  });

  test("an inline overlay makes its own room and never covers the transcript", async () => {
    const story = new Story(30, 12);
    story.append(60);
    story.tui.chrome.set([new Probe(["editor line that is long ok"])]);
    await story.frame();
    const box = new Probe(["+----+", "|box |", "+----+"]);
    const handle = story.tui.openOverlay(box, { anchor: "top-right", width: 6 });
    await story.frame();
    const rows = story.terminal.screen().slice(-3);
    expect(rows).toEqual([
      "                        +----+",
      "                        |box |",
      "editor line that is long+----+",
    ]);
    expect(story.seen()).toEqual(story.expected());
    handle.close();
    await story.frame();
    expect(story.terminal.screen().join("\n")).not.toContain("box");
    expect(story.seen()).toEqual(story.expected());
  });

  test("on the alternate screen an overlay floats in the middle and wide characters are cut cleanly", async () => {
    const story = new Story(20, 6, "alternate");
    story.tui.chrome.set([new Probe(["日本語日本語日本語日"])]);
    story.tui.openOverlay(new Probe(["[##]"]), { width: 4, anchor: "bottom", offsetColumns: 1 });
    await story.frame();
    expect(story.terminal.screen().at(-1)).toBe("日本語日 [##] 本語日");
    expect(story.terminal.bufferType).toBe("alternate");
  });
});

describe("alternate screen scrolling", () => {
  test("scrolls by rows, stays while lines arrive, and follows again at the end", async () => {
    const story = new Story(20, 6, "alternate");
    story.chrome.rows = [1];
    for (let index = 0; index < 30; index++) story.append(1);
    await story.frame();
    const top = () => story.terminal.screen()[0];
    expect(top()).toBe("w25;");
    story.tui.scroll(-10);
    await story.frame();
    expect(top()).toBe("w15;");
    story.append(1);
    await story.frame();
    expect(top()).toBe("w15;");
    story.tui.scroll(-100);
    await story.frame();
    expect(top()).toBe("w0;");
    story.tui.scroll(1_000);
    story.append(1);
    await story.frame();
    expect(top()).toBe("w27;");
  });
});

describe("start and stop", () => {
  test("inline: the screen stays, the cursor ends below it, and it can start again", async () => {
    const story = new Story(20, 6);
    story.chrome.rows = [1];
    story.append(2);
    await story.frame();
    await story.stop();
    await story.terminal.settle();
    expect(story.terminal.cursor()).toEqual({ row: 2, column: 0 });
    story.tui.start();
    story.append(1);
    await story.frame();
    expect(story.seen()).toEqual([0, 1, 2]);
  });

  test("a stop waits for answers on their way, but not for a terminal that gives none", async () => {
    const story = new Story(20, 6);
    story.append(1);
    const stopped = story.tui.stop();
    expect(story.terminal.isStarted).toBe(true);
    await story.terminal.settle();
    await stopped;
    expect(story.terminal.isStarted).toBe(false);
    const silent = new Story(20, 6);
    silent.append(1);
    const given = silent.tui.stop();
    silent.clock.advance(200);
    await given;
    expect(silent.terminal.isStarted).toBe(false);
  });

  test("a terminal that never answers is drawn to all the same", async () => {
    const story = new Story(20, 6);
    story.terminal.isMute = true;
    story.append(2);
    await story.frame();
    await story.terminal.resize(30, 8);
    story.append(1);
    await story.frame();
    expect(story.seen()).toEqual([0, 1]);
    story.clock.advance(2_000);
    await story.frame();
    expect(story.seen()).toEqual([0, 1, 2]);
    expect(story.terminal.written.at(-1)).not.toContain("\x1b[6n");
    expect(story.clock.pending).toBe(0);
  });

  test("alternate: the main screen comes back", async () => {
    const story = new Story(20, 6, "alternate");
    await story.frame();
    await story.stop();
    await story.terminal.settle();
    expect(story.terminal.bufferType).toBe("normal");
  });

  test("titles are inert", async () => {
    const story = new Story(20, 6);
    story.tui.setTitle("a\x1b]52;c;AAAA\x07b\nc");
    expect(story.terminal.written.at(-1)).toBe("\x1b]0;a␛]52;c;AAAA␇b c\x1b\\");
  });
});

test("a terminal that is wrong about its size is not believed for long", async () => {
  const story = new Story(60, 20);
  story.terminal.isWrong = true;
  story.append(5);
  await story.frame();
  story.clock.advance(1_000);
  await story.frame();
  const questions = story.terminal.written.join("").split("\x1b[6n").length;
  story.append(5);
  await story.frame();
  expect(story.terminal.screen().some((row) => row === "=".repeat(60))).toBe(true);
  expect(story.terminal.written.join("").split("\x1b[6n").length).toBe(questions);
  story.dispose();
});
