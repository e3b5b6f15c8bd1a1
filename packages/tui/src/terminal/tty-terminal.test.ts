/** Defends: a tty is taken and given back whole, the keyboard protocol is agreed on, timers run only when needed. */
import { describe, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { FakeClock } from "../testing/fake-clock.ts";
import type { InputEvent } from "./input-event.ts";
import { TtyTerminal } from "./tty-terminal.ts";

function setup(options: { reportsMouse?: boolean } = {}) {
  const clock = new FakeClock();
  const log: string[] = [];
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (isRaw: boolean) => log.push(`raw ${isRaw}`),
    resume: () => log.push("resume"),
    pause: () => log.push("pause"),
  });
  let accepts = true;
  const output = Object.assign(new EventEmitter(), {
    columns: 90,
    rows: 30,
    write(data: string): boolean {
      log.push(data);
      return accepts;
    },
  });
  const events: InputEvent[] = [];
  const sizes: unknown[] = [];
  let drains = 0;
  const terminal = new TtyTerminal({ input, output, clock, ...options });
  const handlers = {
    onInput: (event: InputEvent) => events.push(event),
    onResize: (size: unknown) => sizes.push(size),
    onDrain: () => drains++,
  };
  const type = (text: string) => input.emit("data", new TextEncoder().encode(text));
  return {
    clock,
    log,
    input,
    output,
    events,
    sizes,
    terminal,
    type,
    start: () => terminal.start(handlers),
    drains: () => drains,
    refuse: () => (accepts = false),
  };
}

describe("tty", () => {
  test("start and stop leave no trace", () => {
    const { start, terminal, log, input, output, clock } = setup();
    start();
    expect(log).toEqual(["raw true", "resume", "\x1b[?2004h\x1b[?u\x1b[c"]);
    log.length = 0;
    terminal.stop();
    terminal.stop();
    expect(log).toEqual(["\x1b[?2004l", "raw false", "pause"]);
    expect(input.listenerCount("data") + output.listenerCount("resize")).toBe(0);
    expect(clock.pending).toBe(0);
  });

  test("the Kitty protocol is used where it is known and popped at the end", () => {
    const { start, terminal, type, log } = setup();
    start();
    type("\x1b[?0u\x1b[?62c");
    expect(log.at(-1)).toBe("\x1b[>5u");
    terminal.stop();
    expect(log).toContain("\x1b[<u\x1b[?2004l");
  });

  test("modifyOtherKeys is the fallback", () => {
    const { start, terminal, type, log } = setup();
    start();
    type("\x1b[?62c");
    expect(log.at(-1)).toBe("\x1b[>4;2m");
    terminal.stop();
    expect(log).toContain("\x1b[>4;0m\x1b[?2004l");
  });

  test("mouse is asked for only on request", () => {
    const quiet = setup();
    quiet.start();
    expect(quiet.log.join("")).not.toContain("1006");
    const mouse = setup({ reportsMouse: true });
    mouse.start();
    mouse.terminal.stop();
    expect(mouse.log.join("")).toContain("\x1b[?1002h\x1b[?1006h");
    expect(mouse.log.join("")).toContain("\x1b[?1006l\x1b[?1002l");
  });

  test("a lone ESC is a key after a moment, and no timer runs otherwise", () => {
    const { start, type, events, clock } = setup();
    start();
    type("a");
    expect(clock.pending).toBe(0);
    type("\x1b");
    expect(events.length).toBe(1);
    expect(clock.pending).toBe(1);
    clock.advance(50);
    expect(events).toMatchObject([{ chord: "a" }, { chord: "escape" }]);
    type("\x1b");
    type("[A");
    expect(events.at(-1)).toMatchObject({ chord: "up" });
    expect(clock.pending).toBe(0);
  });

  test("size changes and drained output are reported", () => {
    const { start, terminal, output, sizes, drains, refuse } = setup();
    start();
    output.columns = 40;
    output.emit("resize");
    expect(sizes).toEqual([{ columns: 40, rows: 30 }]);
    expect(terminal.isBusy).toBe(false);
    refuse();
    terminal.write("x");
    expect(terminal.isBusy).toBe(true);
    output.emit("drain");
    expect([terminal.isBusy, drains()]).toEqual([false, 1]);
  });

  test("a cursor report that was asked for is no function key", () => {
    const { start, terminal, type, events } = setup();
    start();
    terminal.expectCursorReport();
    type("\x1b[1;3R");
    expect(events).toMatchObject([{ type: "answer", answer: { row: 0, column: 2 } }]);
  });
});
