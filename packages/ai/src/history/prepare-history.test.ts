// Any history becomes one that can be sent: calls and results pair up, nothing is empty, nothing
// foreign is replayed; and what is said later never changes what was prepared before.
import { describe, expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import fc from "fast-check";
import type {
  AssistantMessage,
  Message,
  StopReason,
  ToolResultMessage,
  UserMessage,
} from "../model/message.ts";
import { emptyUsage } from "../model/usage.ts";
import { prepareHistory } from "./prepare-history.ts";

const model: Model = {
  id: "m",
  name: "M",
  api: "anthropic-messages",
  provider: "p",
  baseUrl: "http://localhost",
  reasoning: true,
  input: ["text", "image"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 1000,
  maxTokens: 100,
};
const blind: Model = { ...model, input: ["text"] };
const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;

const user = (content: UserMessage["content"]): UserMessage => ({
  role: "user",
  content,
  timestamp: 1,
});
function assistant(
  content: AssistantMessage["content"],
  extra: Partial<AssistantMessage> = {},
): AssistantMessage {
  const { api, provider, id } = model;
  const base = { role: "assistant", api, provider, model: id, usage: emptyUsage() } as const;
  return { ...base, content, stopReason: "stop", timestamp: 2, ...extra };
}
const text = (value: string) => ({ type: "text", text: value }) as const;
const call = (id: string, name = "read") =>
  ({ type: "toolCall", id, name, arguments: {} }) as const;
const result = (
  toolCallId: string,
  content: ToolResultMessage["content"] = [text("ok")],
): ToolResultMessage => ({
  role: "toolResult",
  toolCallId,
  toolName: "read",
  content,
  isError: false,
  timestamp: 3,
});

function kinds(messages: readonly Message[], target = model): string[] {
  return prepareHistory(messages, target).repairs.map((repair) => repair.kind);
}

describe("pairs of calls and results", () => {
  test("a sound history passes through as the same objects", () => {
    const history = [user("a"), assistant([text("b"), call("1")]), result("1"), user("c")];
    const prepared = prepareHistory(history, model);
    expect(prepared.repairs).toEqual([]);
    expect(prepared.stableLength).toBe(4);
    for (const [index, message] of prepared.messages.entries()) {
      expect(message).toBe(history[index] as Message);
    }
  });

  test("a missing result is stood in for, before whatever comes next", () => {
    const history = [user("a"), assistant([call("1"), call("2")]), result("2"), user("c")];
    const { messages, repairs } = prepareHistory(history, model);
    expect(messages.map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "toolResult",
      "toolResult",
      "user",
    ]);
    expect(messages[3]).toMatchObject({ toolCallId: "1", isError: true });
    expect(repairs).toEqual([
      { kind: "synthetic-result", messageIndex: 3, detail: "no result for 1" },
    ]);
  });

  test("results missing at the end are stood in for but not yet settled", () => {
    const prepared = prepareHistory([user("a"), assistant([call("1")])], model);
    expect(prepared.messages.length).toBe(3);
    expect(prepared.stableLength).toBe(2);
  });

  test("a second result is dropped, a stray one becomes text", () => {
    const history = [user("a"), assistant([call("1")]), result("1"), result("1"), result("9")];
    const { messages, repairs } = prepareHistory(history, model);
    expect(repairs.map((repair) => repair.kind)).toEqual(["duplicate-result", "orphan-result"]);
    expect(messages.at(-1)).toMatchObject({
      role: "user",
      content: [text("[Result of an earlier read call]"), text("ok")],
    });
  });

  test("a stray result does not tear a group of results apart", () => {
    const history = [
      user("a"),
      assistant([call("1"), call("2")]),
      result("9"),
      result("1"),
      result("2"),
    ];
    const { messages } = prepareHistory(history, model);
    expect(messages.map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "toolResult",
      "toolResult",
    ]);
  });

  test("ids that come twice are told apart, results follow", () => {
    const history = [
      user("a"),
      assistant([call("c"), call("c")]),
      result("c"),
      result("c"),
      assistant([call("c")]),
      result("c"),
    ];
    const { messages } = prepareHistory(history, model);
    const ids = messages.flatMap((message) =>
      message.role === "assistant"
        ? message.content.map((block) => ("id" in block ? block.id : ""))
        : message.role === "toolResult"
          ? [message.toolCallId]
          : [],
    );
    expect(ids).toEqual(["c", "c_1", "c", "c_1", "c_2", "c_2"]);
  });

  test("a format's own ids are used for both sides", () => {
    const history = [user("a"), assistant([call("x|y")]), result("x|y")];
    const toolId = (id: string, attempt: number) => `${id.replace("|", "_")}${attempt || ""}`;
    const { messages } = prepareHistory(history, model, { toolId });
    expect(messages[1]).toMatchObject({ content: [{ id: "x_y" }] });
    expect(messages[2]).toMatchObject({ toolCallId: "x_y" });
  });
});

describe("content", () => {
  test("nothing empty remains", () => {
    const history = [
      user(""),
      user([text("  "), text("x")]),
      user([]),
      assistant([text(" \n"), text("y")]),
      assistant([text("")]),
      assistant([call("1")]),
      result("1", []),
    ];
    const { messages, repairs } = prepareHistory(history, model);
    expect(messages.map((message) => message.content)).toEqual([
      "(empty message)",
      [text("x")],
      [text("(empty message)")],
      [text("y")],
      [call("1")],
      [text("(no output)")],
    ]);
    expect(repairs.map((repair) => repair.kind)).toEqual([
      "empty-content",
      "empty-content",
      "message-dropped",
      "empty-content",
    ]);
  });

  test("a model that cannot see gets a note for each image", () => {
    const history = [user([text("look"), image]), assistant([call("1")]), result("1", [image])];
    expect(kinds(history)).toEqual([]);
    expect(kinds(history, blind)).toEqual(["image-omitted", "image-omitted"]);
    const { messages } = prepareHistory(history, blind);
    expect(JSON.stringify(messages)).not.toContain("AAAA");
  });

  test("calls of a message that broke off are left out, its text stays", () => {
    for (const stopReason of ["aborted", "error"] satisfies StopReason[]) {
      const cut = assistant([text("I will"), call("1")], { stopReason });
      const { messages } = prepareHistory([user("a"), cut, user("b")], model);
      expect(messages[1]).toMatchObject({ content: [text("I will")] });
      expect(messages.length).toBe(3);
    }
  });

  test("thinking that nothing follows is left out", () => {
    const thought = { type: "thinking", thinking: "h", thinkingSignature: "s" } as const;
    const { messages } = prepareHistory([user("a"), assistant([text("b"), thought])], model);
    expect(messages[1]).toMatchObject({ content: [text("b")] });
  });

  test("a message with nothing but thinking is left out", () => {
    const thought = { type: "thinking", thinking: "h", thinkingSignature: "s" } as const;
    expect(kinds([user("a"), assistant([thought], { stopReason: "aborted" })])).toEqual([
      "message-dropped",
    ]);
  });
});

describe("thinking", () => {
  const signed = { type: "thinking", thinking: "h", thinkingSignature: "s" } as const;
  const unsigned = { type: "thinking", thinking: "h" } as const;

  test("signed thinking goes back to the same model only", () => {
    const history = [user("a"), assistant([signed, text("b")])];
    expect(prepareHistory(history, model).messages[1]).toBe(history[1] as Message);
    for (const other of [{ id: "n" }, { provider: "q" }, { api: "openai-completions" }]) {
      const { messages } = prepareHistory(history, { ...model, ...other });
      expect(messages[1]).toMatchObject({ content: [text("b")] });
    }
  });

  test("unsigned thinking is left out unless the format takes it", () => {
    const history = [user("a"), assistant([unsigned, text("b")])];
    expect(kinds(history)).toEqual(["thinking-removed"]);
    const kept = prepareHistory(history, model, { keepsThinking: () => true });
    expect(kept.messages[1]).toBe(history[1] as Message);
  });

  test("or becomes text where the format wants that", () => {
    const { messages, repairs } = prepareHistory(
      [user("a"), assistant([unsigned, text("b")])],
      model,
      { keepsThinking: () => false, thinkingAsText: (thinking) => `<${thinking}>` },
    );
    expect(messages[1]).toMatchObject({ content: [text("<h>"), text("b")] });
    expect(repairs.map((repair) => repair.kind)).toEqual(["thinking-as-text"]);
  });

  test("what a provider wants back goes back to the same model only", () => {
    const kept = assistant([text("b")], { providerPayload: { items: [1] } });
    const prepare = (message: Message) => prepareHistory([user("a"), message], model).messages[1];
    expect(prepare(kept)).toBe(kept);
    expect(prepare({ ...kept, model: "other" })).not.toHaveProperty("providerPayload");
  });

  test("foreign signatures on text and calls are taken off", () => {
    const foreign = assistant(
      [
        { ...text("b"), textSignature: "s" },
        { ...call("1"), thoughtSignature: "s" },
      ],
      { model: "other" },
    );
    const { messages } = prepareHistory([user("a"), foreign, result("1")], model);
    expect(messages[1]).toMatchObject({ content: [text("b"), call("1")] });
    expect(JSON.stringify(messages)).not.toContain("Signature");
  });
});

const id = fc.constantFrom("1", "2", "3");
const block = fc.oneof(
  fc.constantFrom(text("t"), text(" "), text("")),
  id.map((value) => call(value)),
  fc.constantFrom(
    { type: "thinking", thinking: "h", thinkingSignature: "s" } as const,
    {
      type: "thinking",
      thinking: "",
    } as const,
  ),
);
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc
    .oneof(fc.constantFrom("", "hi"), fc.array(fc.constantFrom(text("x"), image), { maxLength: 2 }))
    .map(user),
  fc
    .tuple(
      fc.array(block, { maxLength: 3 }),
      fc.constantFrom<StopReason>("stop", "toolUse", "aborted", "error"),
      fc.constantFrom("m", "other"),
    )
    .map(([content, stopReason, name]) => assistant(content, { stopReason, model: name })),
  fc
    .tuple(id, fc.constantFrom<ToolResultMessage["content"]>([], [text("r")], [image]))
    .map(([value, content]) => result(value, content)),
);

describe("laws", () => {
  test("a continuation leaves the settled part as it was", () => {
    fc.assert(
      fc.property(
        fc.array(anyMessage, { maxLength: 12 }),
        fc.array(anyMessage, { maxLength: 4 }),
        fc.constantFrom(model, blind),
        (history, more, target) => {
          const before = prepareHistory(history, target);
          const after = prepareHistory([...history, ...more], target);
          expect(after.messages.slice(0, before.stableLength)).toEqual(
            before.messages.slice(0, before.stableLength),
          );
          // Only stand-ins may follow the settled part.
          for (const tail of before.messages.slice(before.stableLength)) {
            expect(tail).toMatchObject({ role: "toolResult", isError: true });
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("every call has one result right after it, and preparing twice changes nothing", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 12 }), (history) => {
        const { messages } = prepareHistory(history, model);
        let open: string[] = [];
        for (const message of messages) {
          if (message.role === "toolResult") {
            expect(open).toContain(message.toolCallId);
            open = open.filter((waiting) => waiting !== message.toolCallId);
            continue;
          }
          expect(open).toEqual([]);
          if (message.role !== "assistant") continue;
          open = message.content.flatMap((part) => (part.type === "toolCall" ? [part.id] : []));
          expect(new Set(open).size).toBe(open.length);
        }
        expect(open).toEqual([]);
        const again = prepareHistory(messages, model);
        expect(again.messages).toEqual(messages);
        expect(again.repairs).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
