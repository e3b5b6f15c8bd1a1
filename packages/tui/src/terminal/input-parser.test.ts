/** Defends: every way a terminal writes a key gives one name; answers are no keys; chunking changes nothing. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { InputEvent } from "./input-event.ts";
import { InputParser } from "./input-parser.ts";

function parse(text: string): InputEvent[] {
  const parser = new InputParser();
  return [...parser.feed(text), ...parser.flush()];
}
const chords = (text: string) =>
  parse(text).map((event) => (event.type === "key" ? event.chord : event.type));
const typed = (text: string) =>
  parse(text).map((event) => (event.type === "key" ? event.text : event.type));

const KEYS: readonly [input: string, ...chords: string[]][] = [
  ["a", "a"],
  ["P", "shift+p"],
  ["!", "!"],
  [" ", "space"],
  ["é日", "é", "日"],
  ["\r", "enter"],
  ["\n", "ctrl+j"],
  ["\t", "tab"],
  ["\x7f", "backspace"],
  ["\b", "ctrl+backspace"],
  ["\x00", "ctrl+space"],
  ["\x01", "ctrl+a"],
  ["\x03", "ctrl+c"],
  ["\x1a", "ctrl+z"],
  ["\x1d", "ctrl+]"],
  ["\x1f", "ctrl+-"],
  ["\x1b", "escape"],
  ["\x1b\x1b", "escape", "escape"],
  ["\x1bb", "alt+b"],
  ["\x1bP", "alt+shift+p"],
  ["\x1b]", "alt+]"],
  ["\x1b_", "alt+_"],
  ["\x1b^", "alt+^"],
  ["\x1bX", "alt+shift+x"],
  ["\x1b[", "alt+["],
  ["\x1bO", "alt+shift+o"],
  ["\x1b\r", "alt+enter"],
  ["\x1b\x7f", "alt+backspace"],
  ["\x1b\x1d", "ctrl+alt+]"],
  ["\x1b[A", "up"],
  ["\x1bOA", "up"],
  ["\x1b[1;5C", "ctrl+right"],
  ["\x1b[1;3D", "alt+left"],
  ["\x1b[1;6A", "ctrl+shift+up"],
  ["\x1b\x1b[A", "alt+up"],
  ["\x1b\x1bOD", "alt+left"],
  ["\x1b[a", "shift+up"],
  ["\x1bOc", "ctrl+right"],
  ["\x1b[H\x1b[F", "home", "end"],
  ["\x1b[1~\x1b[4~\x1b[7~\x1b[8~", "home", "end", "home", "end"],
  ["\x1b[3~", "delete"],
  ["\x1b[3;3~", "alt+delete"],
  ["\x1b[3^", "ctrl+delete"],
  ["\x1b[3@", "ctrl+shift+delete"],
  ["\x1b[5~\x1b[6~", "pageup", "pagedown"],
  ["\x1b[Z", "shift+tab"],
  ["\x1bOP\x1b[15~\x1b[24~", "f1", "f5", "f12"],
  ["\x1b[[A", "f1"],
  ["\x1b[1;5R", "ctrl+f3"],
  ["\x1bOM\x1bOp", "enter", "0"],
  // Kitty protocol
  ["\x1b[27u", "escape"],
  ["\x1b[13;2u", "shift+enter"],
  ["\x1b[13;5u", "ctrl+enter"],
  ["\x1b[9;2u", "shift+tab"],
  ["\x1b[127;5u", "ctrl+backspace"],
  ["\x1b[112;6u", "ctrl+shift+p"],
  ["\x1b[112:80;6u", "ctrl+shift+p"],
  ["\x1b[45;5u", "ctrl+-"],
  ["\x1b[1089::99;5u", "ctrl+c"],
  ["\x1b[97;69u", "ctrl+a"],
  ["\x1b[97;9u", "super+a"],
  ["\x1b[57414u", "enter"],
  ["\x1b[57400u", "1"],
  ["\x1b[57376u", "f13"],
  ["\x1b[57441;2u"],
  ["\x1b[1;1:1A", "up"],
  // modifyOtherKeys
  ["\x1b[27;2;13~", "shift+enter"],
  ["\x1b[27;6;80~", "ctrl+shift+p"],
  ["\x1b[27;5;105~", "ctrl+i"],
  ["\x1b[27;5;9~", "ctrl+tab"],
  // nonsense is dropped, and what follows is understood
  ["\x1b[999xz", "z"],
  ["\x1b[12\x1b[A", "up"],
  ["\x1b[1;5"],
  ["\x9bA", "shift+a"],
];

describe("keys", () => {
  for (const [input, ...names] of KEYS) {
    test(JSON.stringify(input), () => expect(chords(input)).toEqual(names));
  }

  test("text is what the key types, and shortcuts type nothing", () => {
    expect(typed("aP !é\x03\x1bb\x1b[13;2u")).toEqual(["a", "P", " ", "!", "é", "", "", ""]);
  });

  test("Kitty's shifted text and the keypad type their characters", () => {
    expect(typed("\x1b[49:33;2u\x1b[97;2u\x1b[57400u")).toEqual(["!", "A", "1"]);
  });

  test("presses, repeats and releases are told apart", () => {
    const actions = parse("\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u\x1b[1;1:3A").map((event) =>
      event.type === "key" ? event.action : "",
    );
    expect(actions).toEqual(["press", "repeat", "release", "release"]);
  });
});

const ANSWERS: readonly [input: string, answer: unknown][] = [
  ["\x1b[?62;4;22c", { kind: "device-attributes", attributes: [62, 4, 22] }],
  ["\x1b[24;80R", { kind: "cursor-position", row: 23, column: 79 }],
  ["\x1b[?5u", { kind: "kitty-keyboard", flags: 5 }],
  ["\x1b[?2026;2$y", { kind: "mode", mode: 2026, setting: 2 }],
  ["\x1b]11;rgb:1e1e/2020/ffff\x1b\\", color(0x1e, 0x20, 0xff)],
  ["\x1b]11;rgb:1e/20/ff\x07", color(0x1e, 0x20, 0xff)],
  ["\x1b]11;#1e20ff\x07", color(0x1e, 0x20, 0xff)],
  ["\x1bP>|kitty(0.40.0)\x1b\\", { kind: "version", name: "kitty(0.40.0)" }],
  ["\x1b[?997;1n", { kind: "color-scheme", scheme: "dark" }],
  ["\x1b[6;20;10t", { kind: "cell-size", widthPx: 10, heightPx: 20 }],
  ["\x1b_Gi=31;OK\x1b\\", { kind: "graphics", message: "i=31;OK" }],
];

function color(red: number, green: number, blue: number): unknown {
  return { kind: "color", target: "background", rgb: { red, green, blue } };
}

describe("answers", () => {
  for (const [input, answer] of ANSWERS) {
    test(JSON.stringify(input), () => {
      expect(parse(`a${input}b`)).toEqual([
        { type: "key", chord: "a", text: "a", action: "press" },
        { type: "answer", answer } as InputEvent,
        { type: "key", chord: "b", text: "b", action: "press" },
      ]);
    });
  }

  test("a report that was asked for is never a function key", () => {
    const parser = new InputParser();
    parser.expectCursorReport();
    expect(parser.feed("\x1b[1;5R")).toEqual([
      { type: "answer", answer: { kind: "cursor-position", row: 0, column: 4 } },
    ]);
    expect(parser.feed("\x1b[1;5R")).toMatchObject([{ chord: "ctrl+f3" }]);
  });

  test("focus and mouse", () => {
    expect(parse("\x1b[I\x1b[O")).toMatchObject([{ isFocused: true }, { isFocused: false }]);
    expect(parse("\x1b[<0;3;4M\x1b[<0;3;4m\x1b[<65;1;1M\x1b[<50;2;2M")).toMatchObject([
      { action: "press", button: "left", column: 2, row: 3 },
      { action: "release", button: "left" },
      { action: "wheel-down" },
      { action: "move", button: "right", modifiers: ["ctrl"] },
    ]);
  });
});

describe("paste", () => {
  test("is one event; line ends become newlines; escapes inside are text", () => {
    expect(parse("\x1b[200~a\r\nb\rc\x1b[Ad\x1b[201~x")).toMatchObject([
      { type: "paste", text: "a\nb\nc\x1b[Ad" },
      { type: "key", chord: "x" },
    ]);
  });

  test("5,000 lines in small chunks arrive whole, and an ESC before the paste is the key", () => {
    const text = Array.from({ length: 5_000 }, (_, line) => `line ${line} \x1b[20 of a paste`).join(
      "\n",
    );
    const bytes = new TextEncoder().encode(`\x1b\x1b[200~${text}\x1b[201~`);
    const parser = new InputParser();
    const events: InputEvent[] = [];
    for (let at = 0; at < bytes.length; at += 97)
      events.push(...parser.feed(bytes.subarray(at, at + 97)));
    expect(events).toEqual([
      { type: "key", chord: "escape", text: "", action: "press" },
      { type: "paste", text },
    ]);
    expect(parser.pending).toBe("none");
  });

  test("a paste that never ends is given up by flush", () => {
    const parser = new InputParser();
    parser.feed("\x1b[200~abc");
    expect(parser.pending).toBe("paste");
    expect(parser.flush()).toEqual([{ type: "paste", text: "abc" }]);
    expect(parser.feed("d")).toMatchObject([{ chord: "d" }]);
  });
});

test("events do not depend on how the bytes were cut", () => {
  const pieces = [...KEYS.map(([input]) => input), ...ANSWERS.map(([input]) => input)];
  const part = fc.oneof(
    fc.constantFrom(...pieces, "\x1b[200~", "\x1b[201~", "日本👨‍👩‍👧", "\x1b", "[", "O", "]"),
    fc.string(),
  );
  const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), cuts, (parts, sizes) => {
      const bytes = new TextEncoder().encode(parts.join("").toWellFormed());
      const whole = new InputParser();
      const want = [...whole.feed(bytes), ...whole.flush()];
      const cut = new InputParser();
      const got: InputEvent[] = [];
      for (let at = 0, step = 0; at < bytes.length; step++) {
        const size = sizes[step % sizes.length] ?? 1;
        got.push(...cut.feed(bytes.subarray(at, at + size)));
        at += size;
      }
      expect([...got, ...cut.flush()]).toEqual(want);
    }),
    { numRuns: 1_000 },
  );
}, 60_000);
