// Contracts: answers in the documented words, the suggestion when time is up, and failures where nobody answers.
import { describe, expect, test } from "bun:test";
import {
  type AskUser,
  askUserNeed,
  shownOptions,
  type UserAnswer,
  withoutUser,
} from "../../services/ask-user.ts";
import { bind, callTool, tokensOf } from "../../testing/call-tool.ts";
import ask from "./ask.ts";

const options = [{ label: "A" }, { label: "B" }];
const one = { id: "q", question: "Which?", options, recommended: 1 };
const answering = (...answers: UserAnswer[]): AskUser => ({
  timeoutMs: 0,
  ask: async () => answers,
});
const untilAborted: AskUser["ask"] = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("closed")), { once: true });
  });
const put = (user: AskUser, questions: object[], signal?: AbortSignal) =>
  callTool(ask, { questions }, [bind(askUserNeed, user)], signal);

describe("ask", () => {
  test.each<[string, UserAnswer]>([
    ["User selected: A", { selected: ["A"] }],
    ["User selected: A, B", { selected: ["A", "B"] }],
    ["User provided custom input: C", { selected: [], custom: "C" }],
  ])("%s", async (text, answer) => {
    const details = { results: [{ id: "q", question: "Which?", ...answer }] };
    expect(await put(answering(answer), [one])).toEqual({ text, details, isError: false });
  });

  test("several questions give a line each", async () => {
    const user = answering({ selected: ["A"] }, { selected: [], custom: "x y" });
    const { text } = await put(user, [one, { ...one, id: "r" }]);
    expect(text).toBe('User answers:\nq: A\nr: "x y"');
  });

  test("when time is up the suggestion counts, else the first option", async () => {
    const user = { timeoutMs: 1, ask: untilAborted };
    expect((await put(user, [one])).text).toBe("User selected: B");
    expect((await put(user, [{ ...one, recommended: 9 }])).text).toBe("User selected: A");
  });

  test.each<[string, AskUser, object[]]>([
    ["Ask tool requires interactive mode", withoutUser, [one]],
    ["Ask tool was cancelled by the user", { timeoutMs: 0, ask: async () => undefined }, [one]],
    ["Error: questions must not be empty", answering(), []],
  ])("%s", async (text, user, questions) => {
    expect(await put(user, questions)).toMatchObject({ text, isError: true });
  });

  test("an abort ends the question", async () => {
    const controller = new AbortController();
    const user: AskUser = {
      timeoutMs: 0,
      ask: (questions, signal) => {
        queueMicrotask(() => controller.abort());
        return untilAborted(questions, signal);
      },
    };
    expect((await put(user, [one], controller.signal)).isError).toBe(true);
  });

  test("people see the suggestion marked and a way out", () => {
    expect(shownOptions(one)).toEqual(["A", "B (Recommended)", "Other (type your own)"]);
    expect(shownOptions({ ...one, multi: true }).at(-1)).toBe("Done selecting");
  });

  test("is cheap", () => expect(tokensOf(ask)).toBeLessThan(250));
});
