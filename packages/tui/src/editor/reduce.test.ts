/** Defends: the editor does what a naive model does; undo, kills, jumps, history and pastes keep their promises. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { NaiveEditor } from "../testing/naive-editor.ts";
import { createEditorState, type EditorState } from "./editor-state.ts";
import { editorText, type EditorAction, reduceEditor } from "./reduce.ts";

const run = (actions: readonly EditorAction[], state = createEditorState()) =>
  actions.reduce(reduceEditor, state);
const type = (text: string): EditorAction => ({ type: "insert", text });
const move = (to: Extract<EditorAction, { type: "move" }>["to"]): EditorAction => ({
  type: "move",
  to,
});
const cut = (what: Extract<EditorAction, { type: "delete" }>["what"]): EditorAction => ({
  type: "delete",
  what,
});
const vertical = (rows: number, columns = 20): EditorAction => ({
  type: "vertical",
  rows,
  layout: { columns, tabWidth: 3 },
});
const offsetOf = ({ lines, cursor }: EditorState) =>
  lines.slice(0, cursor.line).join("\n").length + (cursor.line > 0 ? 1 : 0) + cursor.column;
const shown = (state: EditorState) => {
  const text = state.lines.join("\n");
  return `${text.slice(0, offsetOf(state))}|${text.slice(offsetOf(state))}`;
};

const text = fc.oneof(
  fc.constantFrom(
    "a",
    "b c",
    " ",
    "foo_1",
    "\n",
    "日本",
    "é",
    "e",
    "\u0301",
    "👨‍👩‍👧",
    "🇯",
    "🇵",
    "-",
    "x\ny",
    "\t",
  ),
  fc.string({ maxLength: 4 }),
);
const edit: fc.Arbitrary<EditorAction> = fc.oneof(
  { weight: 4, arbitrary: text.map(type) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom("left", "right", "word-left", "word-right", "line-start", "line-end")
      .map((to) => move(to as "left")),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        "char-backward",
        "char-forward",
        "word-backward",
        "word-forward",
        "to-line-start",
        "to-line-end",
      )
      .map((what) => cut(what as "char-backward")),
  },
  { weight: 1, arbitrary: fc.constant<EditorAction>({ type: "yank" }) },
);

function apply(naive: NaiveEditor, action: EditorAction): void {
  if (action.type === "insert") {
    if (action.text !== "") naive.insert(action.text.replace(/\r\n?/g, "\n").toWellFormed());
  } else if (action.type === "move") naive.move(action.to);
  else if (action.type === "yank") naive.yank();
  else if (action.type === "delete") {
    if (action.what === "char-backward") naive.deleteBackward();
    else if (action.what === "char-forward") naive.deleteForward();
    else naive.kill(action.what);
  }
}

describe("editor laws", () => {
  test("any sequence of edits and moves gives the text and the cursor of the naive model", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (actions) => {
        const naive = new NaiveEditor();
        let state = createEditorState();
        for (const action of actions) {
          state = reduceEditor(state, action);
          apply(naive, action);
          expect([state.lines.join("\n"), offsetOf(state)]).toEqual([naive.text, naive.offset]);
        }
      }),
      { numRuns: 1_000 },
    );
  }, 60_000);

  test("undo goes back to the empty editor through states that were there", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (actions) => {
        let state = createEditorState();
        const seen = new Set([""]);
        for (const action of actions) {
          state = reduceEditor(state, action);
          seen.add(state.lines.join("\n"));
        }
        for (let steps = 0; state.undo.length > 0 && steps < 100; steps++) {
          state = reduceEditor(state, { type: "undo" });
          expect(seen.has(state.lines.join("\n"))).toBe(true);
        }
        expect(state.lines).toEqual([""]);
      }),
    );
  }, 60_000);

  test("moving down and up again returns to the same place, whatever the wrapping", () => {
    const lines = fc.array(fc.stringMatching(/^[a-z 日]{0,30}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 2, max: 12 }),
        fc.nat({ max: 60 }),
        (content, columns, at) => {
          const start = run([
            type(content.join("\n")),
            ...Array.from({ length: at }, () => move("left")),
          ]);
          const down = reduceEditor(start, vertical(1, columns));
          const isSame =
            down.cursor.line === start.cursor.line && down.cursor.column === start.cursor.column;
          // The last row has nothing below; there "down" means the end of the line.
          if (isSame || down.goalColumn === undefined) return;
          const back = reduceEditor(down, vertical(-1, columns));
          expect(back.cursor).toEqual(start.cursor);
        },
      ),
    );
  }, 60_000);
});

describe("undo", () => {
  test("typed words go as one, spaces separate them", () => {
    const typed = run(Array.from("ab cd", type));
    const once = reduceEditor(typed, { type: "undo" });
    expect(once.lines).toEqual(["ab "]);
    expect(run([{ type: "undo" }, { type: "undo" }], once).lines).toEqual([""]);
  });
});

describe("kill ring", () => {
  test("kills in a row collect, yank brings them back, yank-pop the older ones", () => {
    const state = run([
      type("one two"),
      cut("to-line-start"),
      type("three four"),
      cut("word-backward"),
      cut("word-backward"),
      { type: "yank" },
    ]);
    expect(shown(state)).toBe("three four|");
    const popped = reduceEditor(state, { type: "yank-pop" });
    expect(shown(popped)).toBe("one two|");
    expect(shown(run([{ type: "yank-pop" }, move("left"), { type: "yank-pop" }], popped))).toBe(
      "three fou|r",
    );
  });
});

describe("jump", () => {
  test("to a character forwards and backwards, over lines; not found leaves the cursor", () => {
    const start = run([type("a.b\nc.d"), move("line-start")]);
    const back = run([{ type: "jump", direction: "backward" }, type(".")], start);
    expect(shown(back)).toBe("a|.b\nc.d");
    const forward = run([{ type: "jump", direction: "forward" }, type("d")], back);
    expect(shown(forward)).toBe("a.b\nc.|d");
    expect(shown(run([{ type: "jump", direction: "forward" }, type("z")], forward))).toBe(
      "a.b\nc.|d",
    );
    expect(
      shown(run([{ type: "jump", direction: "forward" }, move("left"), type("z")], forward)),
    ).toBe("a.b\ncz|.d");
  });
});

describe("history", () => {
  const older = vertical(-1);
  const newer = vertical(1);
  const base = run([
    { type: "remember", text: "first" },
    { type: "remember", text: "two\nlines" },
    { type: "remember", text: "two\nlines" },
    { type: "remember", text: "  " },
  ]);

  test("up from an empty editor shows older texts, down comes back", () => {
    expect(base.history).toEqual(["first", "two\nlines"]);
    const one = reduceEditor(base, older);
    expect(shown(one)).toBe("|two\nlines");
    const two = reduceEditor(one, older);
    expect(shown(two)).toBe("|first");
    expect(shown(reduceEditor(two, older))).toBe("|first");
    expect(shown(run([newer, newer, newer], two))).toBe("|");
  });

  test("editing an old text makes it the draft; a written text is not replaced", () => {
    const edited = run([older, type("x")], base);
    expect(edited.browsing).toBeUndefined();
    expect(shown(run([older, older], edited))).toBe("|xtwo\nlines");
  });
});

describe("paste", () => {
  const long = Array.from({ length: 123 }, (_, line) => `row ${line}`).join("\n");

  test("a large paste is a marker that behaves like one character and expands on submit", () => {
    const state = run([type("a"), { type: "paste", text: long }, type("b")]);
    expect(shown(state)).toBe("a[Paste #1 +123 lines]b|");
    expect(editorText(state)).toBe(`a${long}b`);
    const before = run([move("left"), move("left")], state);
    expect(shown(before)).toBe("a|[Paste #1 +123 lines]b");
    expect(shown(reduceEditor(before, cut("char-forward")))).toBe("a|b");
    expect(shown(run([move("line-end"), cut("word-backward"), cut("word-backward")], before))).toBe(
      "a|",
    );
  });

  test("long single lines count characters, numbers go on, small pastes are text", () => {
    const state = run([
      { type: "paste", text: long },
      { type: "paste", text: "x".repeat(1_001) },
      { type: "paste", text: "small\r\npaste" },
    ]);
    expect(state.lines).toEqual(["[Paste #1 +123 lines][Paste #2 1001 chars]small", "paste"]);
    expect(editorText(state)).toBe(`${long}${"x".repeat(1_001)}small\npaste`);
  });

  test("what only looks like a marker stays text", () => {
    const state = run([type("[Paste #1 +5 lines]"), move("left")]);
    expect(shown(state)).toBe("[Paste #1 +5 lines|]");
    expect(editorText(state)).toBe("[Paste #1 +5 lines]");
  });

  test("undo takes a paste back as one", () => {
    expect(shown(run([type("a"), { type: "paste", text: long }, { type: "undo" }]))).toBe("a|");
  });
});
