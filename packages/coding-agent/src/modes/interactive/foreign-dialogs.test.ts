// G13 in dialogs, lists and titles: whatever a model, a server, a project or a file is called, a terminal obeys nothing of
// it. Rows are looked at as dialogs make them, before the last gate of the screen.
import { describe, expect, test } from "bun:test";
import { HOSTILE_LINE, HOSTILE_WORD, obeyedTricks } from "@oh-my-pi/pi-testkit/foreign-text";
import { join } from "node:path";
import { folderScreen, itemScreen } from "../../trust/consent-screen.ts";
import { askApproval } from "./approval-dialog.ts";
import { askQuestions } from "./ask-dialog.ts";
import { Attention, notification } from "./attention.ts";
import { consentDialog } from "./consent/consent-dialog.ts";
import { faceDialogs } from "./face-dialogs.ts";
import type { FaceSessions } from "./face-sessions.ts";
import type { Dialog, DialogBuilder, Face } from "./face.ts";
import { createKeys } from "./keys.ts";
import { terminalViewer } from "./live-terminal/live-terminal.ts";
import { pick } from "./pick.ts";
import { createLooks } from "./theming/looks.ts";

const text = HOSTILE_LINE;
const { signal } = new AbortController();
const { keymap } = createKeys(join(import.meta.dir, "no-such-file.json"));
const looks = createLooks({ theme: { colors: {} }, colorLevel: "truecolor", symbols: "unicode" });
const ITEM = {
  kind: "mcp-server",
  name: text,
  path: text,
  hash: text,
  commandLine: [text, text],
  envNames: [text],
  url: text,
} as const;

/** The dialog that is opened by the work, as rows. */
function rowsOf(open: (face: Face) => unknown): string {
  const shown: Dialog[] = [];
  const face = {
    keymap,
    looks,
    machine: { rows: () => 40 },
    tui: { now: () => 0, requestRender: () => {}, requestRenderIn: () => {} },
    show: (build: DialogBuilder<unknown>) => {
      shown.push(build(() => {}));
      return new Promise(() => {});
    },
  } as unknown as Face;
  const given = open(face);
  if (isDialog(given)) shown.push(given);
  const [dialog] = shown;
  if (dialog === undefined) throw new Error("no dialog was opened");
  if ("isFocused" in dialog.focus) dialog.focus.isFocused = true;
  return dialog.component.render(4_000).join("\n");
}

function isDialog(given: unknown): given is Dialog {
  return typeof given === "object" && given !== null && "component" in given;
}

const DIALOGS: Readonly<Record<string, (face: Face) => unknown>> = {
  "an approval": (face) =>
    askApproval(
      face,
      {
        tool: { name: text },
        reason: text,
        details: [text, `${text}\n${text}`],
        targets: [text],
        leaseText: text,
      } as unknown as Parameters<typeof askApproval>[1],
      signal,
    ),
  "questions of a model": (face) =>
    askQuestions(
      face,
      [
        { id: text, question: text, options: [{ label: text }, { label: text }], multi: true },
        { id: text, question: text, options: [{ label: text }] },
      ],
      signal,
    ),
  "the consent to a project": (face) =>
    consentDialog(
      face,
      folderScreen(text, "replaced", {
        files: [{ name: text, purpose: text, problem: text }] as unknown as Parameters<
          typeof folderScreen
        >[2]["files"],
        items: [ITEM],
        gitPrograms: [text],
      }),
      () => {},
    ),
  "the consent to one thing": (face) => consentDialog(face, itemScreen(text, ITEM, []), () => {}),
  "a list of models, sessions, themes or settings": (face) =>
    pick(face, {
      title: () => text,
      items: [{ value: text, label: text, description: text }],
      query: text,
      hint: text,
      emptyNote: text,
      tabs: [{ label: text, items: [] }],
    }),
  "a choice": (face) => faceDialogs(face).select(text, [text]),
  "a yes or no": (face) => faceDialogs(face).confirm(text, text),
  "a field with what was there before": (face) => faceDialogs(face).input(text, text),
  "a text to change": (face) => faceDialogs(face).editor(text, text),
  "the screen of a program": (face) =>
    terminalViewer(face, () => ({ columns: 80, rows: 24 })).opened({
      title: text,
      readLines: () => [text],
      write: () => {},
      resize: () => {},
      kill: () => Promise.resolve(),
    }),
};

describe("text of strangers in", () => {
  for (const [name, open] of Object.entries(DIALOGS))
    test(`${name}: seen, not obeyed`, () => {
      const rows = rowsOf(open);
      expect(rows).toContain(HOSTILE_WORD);
      // The caret is a sequence between programs of ours that no terminal gets.
      expect(obeyedTricks(rows)).toEqual([]);
    });

  test.each(["kitty", "iterm"])("a notification (%s) stays one notification", (kind) => {
    const env = kind === "kitty" ? { KITTY_WINDOW_ID: "1" } : { TERM_PROGRAM: "iTerm.app" };
    const written: string[] = [];
    const header = { title: text, cwd: text };
    const attention = new Attention({
      env,
      write: (sequence) => written.push(sequence),
      setTitle: () => {},
      sessions: {
        current: { log: { header } },
        held: { settings: { get: () => "on" } },
      } as unknown as FaceSessions,
    });
    attention.takeInput({ type: "focus", isFocused: false });
    attention.asked();
    const [told = ""] = written;
    const [start, end] = notification("|", env).split("|");
    expect(told.startsWith(start ?? "-") && told.endsWith(end ?? "-")).toBe(true);
    expect(told.slice(start?.length, -(end?.length ?? 0))).not.toMatch(/\p{Cc}/u);
    expect(obeyedTricks(told)).toEqual([]);
  });
});
