// The tools that change the session they run in, in whole sessions against the fake model server: what the model is
// sent afterwards, what the file keeps, what a resumed session knows.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import type { SessionEvent } from "./session/session-event.ts";
import { openLiveSession } from "./testing/live-session.ts";

const init = { ops: [{ op: "init", list: [{ phase: "P", items: ["a", "b"] }] }] };
const namesOf = (body: Record<string, unknown> | undefined): string[] =>
  ((body?.["tools"] ?? []) as { name: string }[]).map(({ name }) => name);

describe("todo_write", () => {
  test("the list is the session's: commands set it, calls change it, a resumed session has it", async () => {
    await using live = await openLiveSession({ values: { "todo.reminders": false } });
    const { session } = live.current;
    const phases = [{ name: "Host", tasks: [{ content: "x", status: "pending" }] }];
    await session.send({ type: "set_todos", phases });
    live.models.script(
      reply([
        toolCall("todo_write", { ops: [{ op: "append", phase: "Host", items: ["y"] }] }),
        toolCall("todo_write", { ops: [{ op: "done", task: "x" }] }),
      ]),
      reply(text("ok")),
    );
    await session.prompt("go");
    const expected = [
      {
        name: "Host",
        tasks: [
          { content: "x", status: "completed" },
          { content: "y", status: "in_progress" },
        ],
      },
    ];
    expect(session.decided.todos).toEqual(expected as never);
    const resumed = await live.resume();
    expect(await resumed.session.send({ type: "get_state" })).toMatchObject({
      todoPhases: expected,
    });
    live.models.script(reply(toolCall("todo_write", { ops: [{ op: "done", task: "y" }] })));
    live.models.script(reply(text("ok")));
    await resumed.session.prompt("go on");
    expect(resumed.session.decided.todos[0]?.tasks[1]?.status).toBe("completed");
  });

  test("survives a compaction", async () => {
    await using live = await openLiveSession({
      values: { "todo.reminders": false, compaction: { keepRecentTokens: 1 } },
    });
    live.models.script(reply(toolCall("todo_write", init)), reply(text("ok")));
    const { session } = live.current;
    await session.prompt("go");
    live.models.script(reply(text("Again.")), reply(text("A summary.")), reply(text("Short.")));
    await session.prompt("and again");
    await session.send({ type: "compact" });
    const { session: resumed } = await live.resume();
    expect(resumed.decided.todos[0]?.tasks.map(({ content }) => content)).toEqual(["a", "b"]);
  });

  test("a model that stops with open tasks is reminded, so often and no more", async () => {
    await using live = await openLiveSession({ values: { "todo.reminders.max": 2 } });
    const events: SessionEvent[] = [];
    live.current.session.on((event) => events.push(event));
    live.models.script(
      reply(toolCall("todo_write", init)),
      reply(text("stop 1")),
      reply(text("stop 2")),
      reply(toolCall("todo_write", { ops: [{ op: "done", task: "a" }] })),
      reply(text("finished, nearly")),
    );
    await live.current.session.prompt("go");
    const reminders = events.filter(({ type }) => type === "todo_reminder");
    expect(reminders.map((event) => ({ ...event }))).toEqual([
      {
        type: "todo_reminder",
        todos: [
          { content: "a", status: "in_progress" },
          { content: "b", status: "pending" },
        ],
        attempt: 1,
        maxAttempts: 2,
      },
      expect.objectContaining({ attempt: 2 }),
    ]);
    expect(live.current.session.lastAnswer?.content).toMatchObject([{ text: "finished, nearly" }]);
  });

  test("todo.eager: a list is asked for before the first step, and only while there is none", async () => {
    await using live = await openLiveSession({
      values: { todo: { eager: true, reminders: false } },
    });
    const { session } = live.current;
    live.models.script(reply(toolCall("todo_write", init)), reply(text("ok")), reply(text("ok")));
    await session.prompt("go");
    await session.prompt("go on");
    const asked = live
      .bodies()
      .map(
        ({ messages }) => JSON.stringify(messages).split("Before you begin, write a to-do").length,
      );
    expect(asked).toEqual([2, 2, 2]);
    const said = session.messages.filter(({ role }) => role === "custom");
    expect(said).toMatchObject([{ customType: "eager-todo", display: false }]);
  });

  test.each([
    ["is not wanted", { todo: { reminders: false } }],
    ["has no tool for it", { todo: { eager: true, enabled: false } }],
  ])("no list is asked for when it %s", async (_why, values) => {
    await using live = await openLiveSession({ values });
    live.models.script(reply(text("ok")));
    await live.current.session.prompt("go");
    expect(JSON.stringify(live.bodies())).not.toContain("Before you begin");
  });

  test("a call that fails is followed by a hidden word, once", async () => {
    await using live = await openLiveSession({ values: { todo: { reminders: false } } });
    const { session } = live.current;
    live.models.script(
      reply(toolCall("todo_write", { ops: [{ op: "done", task: "nowhere" }] })),
      reply(toolCall("todo_write", init)),
      reply(text("ok")),
    );
    await session.prompt("go");
    const said = session.messages.filter(({ role }) => role === "custom");
    expect(said).toMatchObject([{ customType: "todo-error", display: false }]);
    const [first, second] = live.bodies().map(({ messages }) => JSON.stringify(messages));
    expect(first).not.toContain("had errors");
    expect(second).toContain("The call of todo_write had errors");
  });

  test("a finished list is cleared when its time is over", async () => {
    await using live = await openLiveSession({ values: { tasks: { todoClearDelay: 0 } } });
    const { session } = live.current;
    const ops = [...init.ops, { op: "done", phase: "P" }];
    live.models.script(reply(toolCall("todo_write", { ops })), reply(text("done")));
    await session.prompt("go");
    await eventually(() => session.decided.todos.length === 0);
    expect((await live.resume()).session.decided.todos).toEqual([]);
  });

  test("todo.reminders false: it may stop", async () => {
    await using live = await openLiveSession({ values: { todo: { reminders: false } } });
    live.models.script(reply(toolCall("todo_write", init)), reply(text("stop")));
    await live.current.session.prompt("go");
    expect(live.models.requests).toHaveLength(2);
  });
});

describe("checkpoint and rewind", () => {
  const values = { checkpoint: { enabled: true } };

  test("the investigation leaves the context, its report stays", async () => {
    await using live = await openLiveSession({ values });
    live.workspace.write({ "secret.txt": "the long detour" });
    const { session } = live.current;
    live.models.script(
      reply([toolCall("checkpoint", { goal: "find it" }), toolCall("read", { path: "." })]),
      reply(toolCall("read", { path: "secret.txt" })),
      reply(toolCall("rewind", { report: "It is in secret.txt." })),
      reply(text("Thanks.")),
    );
    await session.prompt("go");
    const last = JSON.stringify(live.bodies().at(-1)?.["messages"]);
    expect(last).toContain("It is in secret.txt.");
    expect(last.match(/It is in secret\.txt\./g)).toHaveLength(1);
    expect(last).toContain("Checkpoint created.");
    expect(last).not.toContain("the long detour");
    expect(last).not.toContain("Rewind requested.");
    const entries = live.current.session.log.path().map((ref) => ref.type);
    expect(entries.slice(-3)).toEqual(["branch_summary", "custom_message", "message"]);
    // The file forgets nothing.
    expect(readFileSync(session.log.file!, "utf8")).toContain("the long detour");
    const { session: resumed } = await live.resume();
    expect(JSON.stringify(resumed.messages)).not.toContain("the long detour");
    live.models.script(reply(toolCall("rewind", { report: "again" })), reply(text("No.")));
    await resumed.prompt("rewind again");
    expect(JSON.stringify(resumed.messages)).toContain("No active checkpoint.");
  });

  test("a message that waits while the context is rewound is said afterwards", async () => {
    await using live = await openLiveSession({ values });
    const { session } = live.current;
    live.models.script(
      reply(toolCall("checkpoint", { goal: "g" })),
      reply(toolCall("rewind", { report: "r" })),
      reply(text("one")),
      reply(text("two")),
    );
    const isLeft = Promise.withResolvers<void>();
    session.on((event) => {
      if (event.type === "tool_execution_start" && event.toolName === "rewind")
        session.followUp("and the other thing").then(isLeft.resolve, isLeft.reject);
    });
    await session.prompt("go");
    await isLeft.promise;
    expect(JSON.stringify(live.bodies().at(-1)?.["messages"])).toContain("and the other thing");
  });

  test("a turn that ends with an open checkpoint is asked once for its report", async () => {
    await using live = await openLiveSession({ values });
    const { session } = live.current;
    live.models.script(
      reply(toolCall("checkpoint", { goal: "g" })),
      reply(text("done, I think")),
      reply(toolCall("rewind", { report: "nothing found" })),
      reply(text("end")),
    );
    await session.prompt("go");
    expect(live.models.requests).toHaveLength(4);
    expect(JSON.stringify(live.bodies()[2]?.["messages"])).toContain("checkpoint is still active");
    const last = JSON.stringify(live.bodies().at(-1)?.["messages"]);
    expect(last).toContain("nothing found");
    expect(last).not.toContain("done, I think");
  });

  test.each(["in the same process", "in the next"])("an abort ends it, %s", async (when) => {
    await using live = await openLiveSession({ values });
    const { session } = live.current;
    live.models.script(
      reply(toolCall("checkpoint", { goal: "g" })),
      reply(toolCall("bash", { command: "sleep 600" })),
    );
    session.on((event) => {
      if (event.type === "tool_execution_start" && event.toolName === "bash") void session.abort();
    });
    await session.prompt("go");
    const next = when === "in the same process" ? session : (await live.resume()).session;
    const results: string[] = [];
    next.on((event) => {
      if (event.type === "tool_execution_end") results.push(JSON.stringify(event.result.content));
    });
    live.models.script(
      reply(toolCall("rewind", { report: "r" })),
      reply(toolCall("checkpoint", { goal: "another" })),
      reply(toolCall("rewind", { report: "found" })),
      reply(text("ok")),
    );
    await next.prompt("go on");
    expect(results[0]).toContain("No active checkpoint");
    expect(results[1]).toContain("Checkpoint created.");
    expect(results[2]).toContain("Rewind requested.");
  });

  test("a checkpoint outlives the process", async () => {
    await using live = await openLiveSession({ values });
    live.models.script(
      reply(toolCall("checkpoint", { goal: "g" })),
      reply(text("stop")),
      reply(text("stop for good")),
    );
    await live.current.session.prompt("go");
    const { session } = await live.resume();
    live.models.script(reply(toolCall("rewind", { report: "late report" })), reply(text("ok")));
    await session.prompt("report now");
    const last = JSON.stringify(live.bodies().at(-1)?.["messages"]);
    expect(last).toContain("late report");
    expect(last).not.toContain("stop for good");
  });
});

describe("search_tool_bm25", () => {
  const values = { tools: { discoveryMode: "all" }, calc: { enabled: true } };

  test("hidden tools become callable in the same run, at the end of the list, and stay", async () => {
    await using live = await openLiveSession({ values });
    const { session } = live.current;
    live.models.script(
      reply(toolCall("search_tool_bm25", { query: "arithmetic calculation" })),
      reply(toolCall("calc", { calculations: [{ expression: "6*7", prefix: "=", suffix: "" }] })),
      reply(text("42")),
    );
    await session.prompt("go");
    const [first, second, third] = live.bodies().map(namesOf);
    expect(first).toEqual(expect.arrayContaining(["read", "bash", "edit", "search_tool_bm25"]));
    expect(first).not.toContain("calc");
    expect(first).not.toContain("todo_write");
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(second?.at(-1)).toBe("calc");
    expect(third).toEqual(second);
    expect(JSON.stringify(live.bodies().at(-1))).toContain("=42");
    const { session: resumed } = await live.resume();
    live.models.script(reply(text("ok")));
    await resumed.prompt("still there?");
    expect(namesOf(live.bodies().at(-1))).toContain("calc");
  });

  test("tools.essentialOverride says what is there from the start; named tools are all there", async () => {
    await using some = await openLiveSession({
      values: { tools: { discoveryMode: "all", essentialOverride: ["read", "write"] } },
    });
    some.models.script(reply(text("ok")));
    await some.current.session.prompt("go");
    const names = namesOf(some.bodies()[0]);
    expect(names).toContain("write");
    expect(names).not.toContain("bash");
    await using named = await openLiveSession({ values, tools: ["read", "calc"] });
    named.models.script(reply(text("ok")));
    await named.current.session.prompt("go");
    expect(namesOf(named.bodies()[0])).toEqual(["calc", "read"]);
  });
});

describe("ask", () => {
  const question = {
    questions: [
      {
        id: "q",
        question: "Which?",
        options: [{ label: "one" }, { label: "two" }],
        recommended: 1,
      },
    ],
  };

  test("whoever attends the desk answers", async () => {
    await using live = await openLiveSession({ canAsk: true });
    const { session, questions } = live.current;
    const asked: unknown[] = [];
    questions.attend(async (given) => {
      asked.push(...given);
      return [{ selected: ["two"], custom: "or three" }];
    });
    live.models.script(reply(toolCall("ask", question)), reply(text("ok")));
    await session.prompt("go");
    expect(namesOf(live.bodies()[0])).toContain("ask");
    expect(asked).toEqual(question.questions);
    expect(JSON.stringify(live.bodies()[1])).toContain(
      String.raw`User selected: two\nUser provided custom input: or three`,
    );
  });

  test("a cancelled question is an error, an aborted run ends it", async () => {
    await using live = await openLiveSession({ canAsk: true });
    const { session, questions } = live.current;
    questions.attend(async () => undefined);
    live.models.script(reply(toolCall("ask", question)), reply(text("ok")));
    await session.prompt("go");
    expect(JSON.stringify(live.bodies()[1])).toContain("Ask tool was cancelled by the user");
    const asked = Promise.withResolvers<void>();
    questions.attend((_, signal) => {
      asked.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("gone")));
      });
    });
    live.models.script(reply(toolCall("ask", question)));
    const ended = session.prompt("again");
    await asked.promise;
    await session.abort();
    await ended;
    expect(session.isRunning).toBe(false);
  });

  test("headless: not offered, and refused when it is named", async () => {
    await using live = await openLiveSession();
    live.models.script(reply(text("ok")));
    await live.current.session.prompt("go");
    expect(namesOf(live.bodies()[0])).not.toContain("ask");
    await using named = await openLiveSession({ tools: ["ask"] });
    named.models.script(reply(toolCall("ask", question)), reply(text("ok")));
    await named.current.session.prompt("go");
    expect(JSON.stringify(named.bodies()[1])).toContain("Ask tool requires interactive mode");
  });
});
