// The terminal as a face of a session: keys become what is sent to it, its events become what is shown.
import { detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import { Container } from "@oh-my-pi/pi-tui/container";
import { WIDGET_ACTIONS } from "@oh-my-pi/pi-tui/default-actions";
import { Editor } from "@oh-my-pi/pi-tui/editor";
import type { InputEvent } from "@oh-my-pi/pi-tui/input-event";
import { createKeymap } from "@oh-my-pi/pi-tui/keymap";
import { Loader } from "@oh-my-pi/pi-tui/loader";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal";
import { Tui } from "@oh-my-pi/pi-tui/tui";
import type { ExitName } from "../../platform/exit-codes.ts";
import type { Session } from "../../session/session.ts";
import { createLooks } from "./looks.ts";
import { Presenter } from "./presenter.ts";
import { StatusLine } from "./status-line.ts";
import { INITIAL, type Intent, reduceUi } from "./ui-state.ts";

/** What the face needs beside its session. */
export interface InteractiveOptions {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly welcome: string;
  /** Said at once, one after the other. */
  readonly messages: readonly string[];
  /** What an empty first prompt stands for, as in the tour. */
  readonly emptyMeans?: string | undefined;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
}

const QUIT_WINDOW_MS = 500;
const HELP =
  "Enter sends, Shift+Enter breaks the line, Esc stops the model, Ctrl+C twice or Ctrl+D leaves.";

/** Talks until the user leaves. */
export async function runInteractive(
  session: Session,
  options: InteractiveOptions,
): Promise<ExitName> {
  const capabilities = detectCapabilities(options.env);
  const looks = createLooks(capabilities);
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  options.leave.addEventListener("abort", () => leave(), { once: true });
  let lastInterruptMs = Number.NEGATIVE_INFINITY;
  let state = INITIAL;
  let { emptyMeans } = options;

  const tui = new Tui({
    terminal: options.terminal,
    resize: capabilities.resize,
    onInput: (event) => onInput(event),
  });
  const { keymap } = createKeymap(WIDGET_ACTIONS);
  const editor = new Editor({
    host: tui,
    keymap,
    placeholder:
      emptyMeans === undefined ? "Ask anything" : "Press Enter to watch the demo, or type",
    styles: looks.editor,
    onSubmit: (text) => submit(text),
  });
  const { provider, id, contextWindow } = session.model;
  const status = new StatusLine(
    { model: `${provider}/${id}`, cwd: session.log.header.cwd, contextWindow },
    looks,
  );
  const working = new Container();
  const kit = { looks, lexer: await loadMarkdownLexer(), hasHyperlinks: capabilities.hyperlinks };
  const presenter = new Presenter(tui.transcript, kit);

  const dispatch = (event: Parameters<typeof reduceUi>[1]): void => {
    const before = state;
    state = reduceUi(before, event);
    presenter.show(before, state);
    status.update(state);
    if (before.isRunning !== state.isRunning) {
      working.set(
        state.isRunning
          ? [
              new Loader(tui, "Working, Esc stops", {
                style: looks.accent,
                messageStyle: looks.muted,
              }),
            ]
          : [],
      );
    }
    tui.requestRender();
  };
  const notice = (tone: "info" | "error", text: string): void =>
    dispatch({ type: "notice", tone, text } satisfies Intent);

  const say = (text: string): Promise<void> =>
    session
      .prompt(text)
      .catch((error: unknown) =>
        notice("error", error instanceof Error ? error.message : String(error)),
      );

  const submit = (typed: string): void => {
    const text = typed.trim() || emptyMeans;
    emptyMeans = undefined;
    if (text === undefined) return;
    if (text === "/exit" || text === "/quit") leave();
    else if (text === "/help") notice("info", HELP);
    else if (session.isRunning) {
      dispatch({ type: "queued", text });
      session.steer(text).catch((error: unknown) => notice("error", String(error)));
    } else void say(text);
  };

  const onInput = (event: InputEvent): boolean => {
    if (event.type !== "key") return false;
    if (event.chord === "escape" && session.isRunning) {
      void session.abort();
      return true;
    }
    if (event.chord === "ctrl+d" && editor.text === "") {
      leave();
      return true;
    }
    if (event.chord !== "ctrl+c") return false;
    const isSecond = tui.now() - lastInterruptMs < QUIT_WINDOW_MS;
    lastInterruptMs = tui.now();
    if (isSecond) leave();
    else if (editor.text !== "") editor.setText("");
    else if (session.isRunning) void session.abort();
    else notice("info", "Press Ctrl+C again to leave.");
    return true;
  };

  tui.chrome.set([working, editor, status]);
  tui.focus(editor);
  const unsubscribe = session.on(dispatch);
  status.update(state);
  tui.start();
  notice("info", options.welcome);
  for (const message of options.messages) await Promise.race([say(message), left]);
  await left;
  unsubscribe();
  await session.abort();
  tui.stop();
  return "ok";
}
