// Contract: the list is kept over calls, what is wrong is said and the rest still done, the schema is as
// observed and small.
import { describe, expect, test } from "bun:test";
import { createMemoryTodos, todoNeed } from "../../services/todo/todo-list.ts";
import { bind, callTool, tokensOf } from "../../testing/call-tool.ts";
import todoWrite from "./todo-write.ts";

describe("todo_write", () => {
  test("keeps the list", async () => {
    const todos = createMemoryTodos();
    const call = (...ops: object[]) => callTool(todoWrite, { ops }, [bind(todoNeed, todos)]);
    const list = [{ phase: "P", items: ["a", "b"] }];
    expect((await call({ op: "init", list })).text).toStartWith("Remaining items (2):");
    const { text, details, isError } = await call({ op: "done", task: "a" });
    expect(isError).toBe(false);
    expect(text).toContain("  - b [in_progress] (P)");
    const tasks = [
      { content: "a", status: "completed" },
      { content: "b", status: "in_progress" },
    ];
    expect(details).toEqual({ phases: [{ name: "P", tasks }], storage: "memory" });
  });

  test("says what is wrong, and does the rest", async () => {
    const todos = createMemoryTodos();
    const ops = [
      { op: "start", task: "zz" },
      { op: "append", phase: "P", items: ["a"] },
    ];
    const { text, isError } = await callTool(todoWrite, { ops }, [bind(todoNeed, todos)]);
    expect(isError).toBe(true);
    expect(text).toStartWith('Errors: Task "zz" not found');
    expect(todos.get()).toHaveLength(1);
  });

  test("of an empty list is as observed", async () => {
    const ops = [{ op: "start", task: "zz" }];
    expect(await callTool(todoWrite, { ops }, [bind(todoNeed, createMemoryTodos())])).toEqual({
      text: 'Errors: Task "zz" not found (todo list is empty — was it replaced or not yet created?)',
      details: { phases: [], storage: "memory" },
      isError: true,
    });
  });

  test("is cheap", () => expect(tokensOf(todoWrite)).toBeLessThan(250));
});
