// Contracts: the operations and the Markdown observed on the described system; one task at most is active.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { applyTodoOps, type TodoOp } from "./apply-todo-ops.ts";
import vectors from "./fixtures/todo-write.json";
import { fromTodoMarkdown, toTodoMarkdown } from "./todo-markdown.ts";
import { todoText } from "./todo-text.ts";

const LIST: TodoOp = { op: "init", list: [{ phase: "P", items: ["a", "b"] }] };

describe("observed", () => {
  test.each(vectors.ops)("$name", ({ ops, result, markdown }) => {
    const applied = applyTodoOps([], ops as TodoOp[]);
    expect(applied as unknown).toEqual(result);
    expect(toTodoMarkdown(applied.phases)).toBe(markdown);
  });
  test.each(vectors.markdownIn)("$md", ({ md, result }) => {
    expect(fromTodoMarkdown(md) as unknown).toEqual(result);
  });
});

describe("what is wrong", () => {
  test.each<[string, TodoOp]>([
    ["Missing list for init operation", { op: "init" }],
    ["Missing task content", { op: "start" }],
    ['Task "z" not found', { op: "done", task: "z" }],
    ["Missing phase name", { op: "rm", phase: "" }],
    ['Phase "Q" not found', { op: "drop", phase: "Q" }],
    ["Missing phase name for append operation", { op: "append", items: ["x"] }],
    ["Missing items for append operation", { op: "append", phase: "P" }],
    ['Task "a" already exists', { op: "append", phase: "P", items: ["x", "a"] }],
    ['Task "x" already exists', { op: "append", phase: "P", items: ["x", "x"] }],
    ["Missing text for note operation", { op: "note", task: "a" }],
  ])("%s", (problem, op) => {
    const { phases, errors } = applyTodoOps([], [LIST, op, { op: "done", task: "a" }]);
    expect(errors).toEqual([problem]);
    expect(phases).toEqual(applyTodoOps([], [LIST, { op: "done", task: "a" }]).phases);
  });

  test("an empty list is named as the cause", () => {
    expect(applyTodoOps([], [{ op: "start", task: "zz" }]).errors).toEqual([
      'Task "zz" not found (todo list is empty — was it replaced or not yet created?)',
    ]);
  });
});

describe("laws", () => {
  const name = fc.constantFrom("a", "b", "c", "d");
  const op: fc.Arbitrary<TodoOp> = fc.oneof(
    fc.constant(LIST),
    fc.record({ op: fc.constantFrom("start", "done", "drop", "rm"), task: name }),
    fc.record({ op: fc.constantFrom("done", "drop", "rm"), phase: fc.constantFrom("P", "Q") }),
    fc.record({ op: fc.constant("append"), phase: name, items: fc.array(name, { minLength: 1 }) }),
    fc.record({ op: fc.constant("note"), task: name, text: fc.constantFrom("n", "m") }),
  );

  test("one task is active while any is open, and Markdown says it all", () => {
    fc.assert(
      fc.property(fc.array(op, { maxLength: 12 }), (ops) => {
        const { phases } = applyTodoOps([], ops);
        const states = phases.flatMap(({ tasks }) => tasks.map(({ status }) => status));
        const active = states.filter((status) => status === "in_progress").length;
        expect(active).toBe(active === 0 && !states.includes("pending") ? 0 : 1);
        expect(fromTodoMarkdown(phases.length === 0 ? "" : toTodoMarkdown(phases))).toEqual({
          phases,
          errors: [],
        });
      }),
    );
  });
});

describe("text", () => {
  test("names what is left and shows every phase", () => {
    const { phases } = applyTodoOps(
      [],
      [
        LIST,
        { op: "append", phase: "Q", items: ["c"] },
        { op: "done", task: "a" },
        { op: "drop", task: "c" },
        { op: "note", task: "b", text: "why" },
      ],
    );
    expect(todoText(phases)).toBe(
      `Remaining items (1):
  - b [in_progress] (P)

Phase 1/2 "P" — 1/2 tasks complete

P:
  ✓ a
  → b
      why

Q:
  ✗ c`,
    );
    expect(todoText(applyTodoOps(phases, [{ op: "rm" }]).phases)).toBe("Todo list cleared.");
  });
});
