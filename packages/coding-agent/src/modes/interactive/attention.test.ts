// Attention: nobody is disturbed who looks; whoever looks elsewhere hears of ends and questions, once each.
import { describe, expect, test } from "bun:test";
import type { FaceSessions } from "./face-sessions.ts";
import { Attention, notification } from "./attention.ts";

function watch(notify: "on" | "off" = "on") {
  const written: string[] = [];
  const titles: string[] = [];
  const header: { title?: string; cwd: string } = { cwd: "/home/me/project" };
  const sessions = {
    current: { log: { header } },
    held: { settings: { get: () => notify } },
  };
  const attention = new Attention({
    env: {},
    write: (sequence) => written.push(sequence),
    setTitle: (title) => titles.push(title),
    sessions: sessions as unknown as FaceSessions,
  });
  return { attention, written, titles, header };
}

describe("attention", () => {
  test("a run that ends while nobody looks rings; while somebody looks it does not", () => {
    const { attention, written } = watch();
    attention.takeEvent({ type: "agent_end", messages: [] });
    expect(written).toEqual([]);
    expect(attention.takeInput({ type: "focus", isFocused: false })).toBe(true);
    attention.takeEvent({ type: "agent_end", messages: [] });
    attention.asked();
    expect(written).toEqual(["\x07", "\x07"]);
    attention.takeInput({ type: "focus", isFocused: true });
    attention.asked();
    expect(written).toHaveLength(2);
  });

  test("settings turn it off", () => {
    const { attention, written } = watch("off");
    attention.takeInput({ type: "focus", isFocused: false });
    attention.takeEvent({ type: "agent_end", messages: [] });
    attention.asked();
    expect(written).toEqual([]);
  });

  test("the window is called after the session, and gets its own title back", () => {
    const { attention, written, titles, header } = watch();
    attention.start();
    header.title = "Fix the parser";
    attention.takeEvent({ type: "session_title", title: "Fix the parser" });
    attention.takeEvent({ type: "session_title", title: "Fix the parser" });
    attention.stop();
    expect(titles).toEqual(["omp · project", "omp · Fix the parser"]);
    expect(written).toEqual(["\x1b[22;0t\x1b[?1004h", "\x1b[?1004l\x1b[23;0t"]);
  });

  test("as each terminal takes it", () => {
    expect(notification("x", { KITTY_WINDOW_ID: "1" })).toBe("\x1b]99;;x\x1b\\");
    expect(notification("x", { TERM_PROGRAM: "ghostty" })).toBe("\x1b]9;x\x1b\\");
    expect(notification("x", { TERM_PROGRAM: "ghostty", TMUX: "1" })).toBe("\x07");
  });
});
