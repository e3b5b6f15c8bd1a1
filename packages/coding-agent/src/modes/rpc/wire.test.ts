// The frames of the RPC loop on a channel that the test holds in its hands: dialogs of every kind, what comes too late,
// titles, and failures after the answer.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { HostBridge } from "../../services/host-bridge/host-bridge.ts";
import { type HostWishes, hostDialogs } from "../../services/host-bridge/host-dialogs.ts";
import { CommandError, type CommandFace } from "../../session/command.ts";
import type { CurrentSession } from "../../session/session-holder.ts";
import { createRig } from "../../session/testing/session-rig.ts";
import { runRpc } from "./rpc.ts";

type Frame = Record<string, unknown>;
type Send = CurrentSession["send"];

/** A loop with its two ends open; disposing closes the host's end. */
function openLoop(wishes: HostWishes = {}, sendInstead?: Send) {
  const rig = createRig();
  const bridge = new HostBridge();
  const dialogs = hostDialogs(bridge.calls, wishes);
  const frames: Frame[] = [];
  const lines: (string | undefined)[] = [];
  let wake = (): void => {};
  const channel = {
    write: (text: string) => void frames.push(JSON.parse(text) as Frame),
    drained: () => undefined,
    readLine: async () => {
      while (lines.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return lines.shift();
    },
  };
  const say = (line: string | undefined): void => {
    lines.push(line);
    wake();
  };
  const holder: CurrentSession = {
    current: rig.session,
    on: (listener) => rig.session.on(listener),
    send: sendInstead ?? ((command, face) => rig.session.send(command, face)),
    open: () => Promise.reject(new Error("not here")),
  };
  const leave = new AbortController().signal;
  const ended = runRpc(holder, {
    channel,
    bridge,
    dialogs,
    slashPort: () => {
      throw new Error("not here");
    },
    detail: "delta",
    onDefect: (defect) => frames.push({ type: "defect", defect: String(defect) }),
    leave,
  });
  const next = async (fits: (frame: Frame) => boolean): Promise<Frame> => {
    await eventually(() => frames.some(fits));
    return frames.find(fits) as Frame;
  };
  return {
    rig,
    dialogs,
    frames,
    next,
    send: (frame: object) => say(JSON.stringify(frame)),
    async [Symbol.asyncDispose]() {
      say(undefined);
      await ended;
      await rig[Symbol.asyncDispose]();
    },
  };
}

type Loop = ReturnType<typeof openLoop>;
type Asked = string | boolean | undefined;

describe("dialogs", () => {
  const cases: [
    method: string,
    ask: (loop: Loop) => Promise<Asked>,
    shown: Frame,
    answer: Frame,
    result: Asked,
  ][] = [
    [
      "select",
      ({ dialogs }) => dialogs.select("Which?", ["a", "b"]),
      { title: "Which?", options: ["a", "b"] },
      { value: "b" },
      "b",
    ],
    [
      "confirm",
      ({ dialogs }) => dialogs.confirm("Sure?", "It is gone then."),
      { title: "Sure?", message: "It is gone then." },
      { confirmed: true },
      true,
    ],
    [
      "input",
      ({ dialogs }) => dialogs.input("Name", "anything"),
      { title: "Name", placeholder: "anything" },
      { value: "me" },
      "me",
    ],
    [
      "editor",
      ({ dialogs }) => dialogs.editor("Text", "begin"),
      { title: "Text", prefill: "begin" },
      { value: "begin\nend" },
      "begin\nend",
    ],
  ];

  test.each(cases)("%s is shown and answered", async (method, ask, shown, answer, result) => {
    await using loop = openLoop();
    const asked = ask(loop);
    const frame = await loop.next((each) => each["type"] === "extension_ui_request");
    expect(frame).toMatchObject({ method, ...shown });
    // An answer to something nobody asked changes nothing.
    loop.send({ type: "extension_ui_response", id: "unknown", ...answer });
    loop.send({ type: "extension_ui_response", id: frame["id"], ...answer });
    expect(await asked).toBe(result);
  });

  test.each(cases)("%s that is cancelled gives its default", async (method, ask) => {
    await using loop = openLoop();
    const asked = ask(loop);
    const { id } = await loop.next((each) => each["type"] === "extension_ui_request");
    loop.send({ type: "extension_ui_response", id, cancelled: true, timedOut: true });
    expect(await asked).toBe(method === "confirm" ? false : undefined);
  });

  test("one whose time is up gives its default, and the host is told", async () => {
    await using loop = openLoop();
    const asked = loop.dialogs.confirm("Sure?", "Quick.", { timeoutMs: 5 });
    expect(await asked).toBe(false);
    const [shown, cancel] = loop.frames.filter(({ type }) => type === "extension_ui_request");
    expect(shown).toMatchObject({ method: "confirm", timeout: 5 });
    expect(cancel).toMatchObject({ method: "cancel", targetId: shown?.["id"] });
    // Too late: heard by nobody.
    loop.send({ type: "extension_ui_response", id: shown?.["id"], confirmed: true });
    loop.send({ id: "after", type: "get_last_assistant_text" });
    expect(await loop.next(({ id }) => id === "after")).toMatchObject({ success: true });
  });

  test("one that is open when the host goes ends with its default", async () => {
    const loop = openLoop();
    const asked = loop.dialogs.input("Name");
    await loop.next((each) => each["type"] === "extension_ui_request");
    await loop[Symbol.asyncDispose]();
    expect(await asked).toBeUndefined();
  });
});

describe("things that are shown", () => {
  test("have an id, their fields, and no answer", async () => {
    await using loop = openLoop();
    const { dialogs } = loop;
    dialogs.notify("Look", "warning");
    dialogs.notify("There");
    dialogs.setStatus("build", "ok");
    dialogs.setStatus("build", undefined);
    dialogs.setWidget("todo", ["one", "two"]);
    dialogs.setWidget("todo", undefined);
    dialogs.setEditorText("draft");
    const shown = loop.frames
      .filter(({ type }) => type === "extension_ui_request")
      .map(({ id, ...fields }): Frame => ({ ...fields, hasId: typeof id === "string" }));
    const type = "extension_ui_request";
    expect(shown).toEqual([
      { type, hasId: true, method: "notify", message: "Look", notifyType: "warning" },
      { type, hasId: true, method: "notify", message: "There", notifyType: "info" },
      { type, hasId: true, method: "setStatus", statusKey: "build", statusText: "ok" },
      { type, hasId: true, method: "setStatus", statusKey: "build" },
      { type, hasId: true, method: "setWidget", widgetKey: "todo", widgetLines: ["one", "two"] },
      { type, hasId: true, method: "setWidget", widgetKey: "todo" },
      { type, hasId: true, method: "set_editor_text", text: "draft" },
    ]);
  });

  test.each([true, false])("titles are sent where the host wants them: %p", async (wantsTitle) => {
    await using loop = openLoop({ wantsTitle });
    loop.send({ id: "1", type: "set_session_name", name: "mine" });
    await loop.next(({ id }) => id === "1");
    expect(loop.frames).toContainEqual({ type: "session_title", title: "mine" });
    const titles = loop.frames.filter(({ method }) => method === "setTitle");
    expect(titles.map(({ title }) => title)).toEqual(wantsTitle ? ["mine"] : []);
  });
});

test("what fails after its answer is said again under the same id", async () => {
  let failLater: CommandFace["failLater"];
  await using loop = openLoop({}, async (_command, face) => void (failLater = face?.failLater));
  loop.send({ id: "p1", type: "prompt", message: "hi" });
  expect(await loop.next(({ id }) => id === "p1")).toEqual({
    id: "p1",
    type: "response",
    command: "prompt",
    success: true,
  });
  failLater?.(new CommandError("The run could not go on."));
  const failure = await loop.next(({ success }) => success === false);
  expect(failure).toEqual({
    id: "p1",
    type: "response",
    command: "prompt",
    success: false,
    error: "The run could not go on.",
  });
  expect(loop.frames.filter(({ type }) => type === "defect")).toEqual([]);
});
