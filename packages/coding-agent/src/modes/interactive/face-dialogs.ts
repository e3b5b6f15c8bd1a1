// The dialogs that commands and tools may ask for, on the terminal.
import { Container } from "@oh-my-pi/pi-tui/container";
import { Editor } from "@oh-my-pi/pi-tui/editor";
import { Input } from "@oh-my-pi/pi-tui/input";
import { Text } from "@oh-my-pi/pi-tui/text";
import type { DialogLimits, Dialogs } from "../../services/dialogs.ts";
import type { Dialog, Face } from "./face.ts";
import { focusOf, pick } from "./pick.ts";
import { editorStyles } from "./theming/looks.ts";

export function faceDialogs(face: Face): Dialogs {
  return {
    select: (title, options, limits) =>
      pick(face, {
        title,
        items: options.map((label, at) => ({ value: String(at), label })),
        ...withSignal(limits),
      }).then((value) => (value === undefined ? undefined : options[Number(value)])),
    confirm: async (title, message, limits) => {
      const items = [
        { value: "no", label: "No" },
        { value: "yes", label: "Yes" },
      ];
      const chosen = await pick(face, {
        title: `${title}\n${message}`,
        items,
        ...withSignal(limits),
      });
      return chosen === "yes";
    },
    input: (title, placeholder, limits) =>
      face.show<string>(
        (done) => inputDialog(face, { title, placeholder }, done),
        withSignal(limits).signal,
      ),
    editor: (title, prefill, limits) =>
      face.show<string>(
        (done) => editorDialog(face, { title, prefill }, done),
        withSignal(limits).signal,
      ),
    notify: (message, kind = "info") => face.notice(kind, message),
    setStatus: (key, text) => face.dispatch({ type: "status", key, text }),
    setWidget: (key, lines) => face.dispatch({ type: "widget", key, lines }),
    setTitle: () => {},
    setEditorText: (text) => face.editor.setText(text),
  };
}

function withSignal({ signal, timeoutMs }: DialogLimits = {}): { readonly signal?: AbortSignal } {
  const ends = [
    ...(signal === undefined ? [] : [signal]),
    ...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]),
  ];
  return ends.length === 0 ? {} : { signal: AbortSignal.any(ends) };
}

function inputDialog(
  { keymap, looks }: Face,
  { title, placeholder }: { readonly title: string; readonly placeholder: string | undefined },
  done: (value?: string) => void,
): Dialog {
  const field = new Input({
    keymap,
    ...(placeholder !== undefined && { placeholder, placeholderStyle: looks.muted }),
    // A key is nobody's business but its owner's.
    ...(/\bkey\b|password|secret|token/i.test(title) && { mask: "•" }),
    onSubmit: done,
    onCancel: () => done(),
  });
  return {
    component: new Container(new Text(title, { style: looks.accent }), field),
    focus: field,
  };
}

function editorDialog(
  face: Face,
  { title, prefill = "" }: { readonly title: string; readonly prefill: string | undefined },
  done: (value?: string) => void,
): Dialog {
  const { keymap, looks, tui } = face;
  const editor = new Editor({
    host: tui,
    keymap,
    styles: editorStyles(() => looks.editor),
    onSubmit: done,
  });
  editor.setText(prefill);
  const hint = new Text(`${title}  (Enter keeps it, Shift+Enter breaks the line, Esc cancels)`, {
    style: looks.accent,
  });
  const focus = focusOf(editor, (event) => {
    const isCancel = event.type === "key" && keymap.matches(event, "tui.select.cancel");
    if (isCancel) done();
    return isCancel || editor.handleInput(event);
  });
  return { component: new Container(hint, editor), focus };
}
