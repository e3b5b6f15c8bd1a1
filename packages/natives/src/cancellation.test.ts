// Contract: whatever this package exports and can take long is ended by a signal or by its own limit; nothing that is
// exported escapes the table.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exports as entries } from "../package.json";
import { AstEngine } from "./ast/ast-engine.ts";
import { summarize } from "./ast/summary.ts";
import { copyText, pasteImage, pasteText } from "./clipboard/clipboard.ts";
import { searchCalls, type CancelledCalls } from "./fixtures/search-calls.ts";
import { Highlighter } from "./highlight/highlighter.ts";
import { htmlToMarkdown } from "./html/html-to-markdown.ts";
import { fitImage } from "./image/fit-image.ts";
import { encodeSixel } from "./image/sixel.ts";
import { killProcesses } from "./process/kill-processes.ts";
import { readProcess } from "./process/process-table.ts";
import { PtySession } from "./pty/pty-session.ts";
import { ShellSession } from "./shell/shell-session.ts";
import { takeShellSnapshot } from "./shell/snapshot.ts";
import { TokenCounter } from "./tokens/token-counter.ts";

const root = mkdtempSync(join(tmpdir(), "omp-cancel-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const shell = { bashPath: "/bin/bash", cwd: root, env: { PATH: "/usr/bin:/bin" } };
const picture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
/** A clipboard whose programs answer only when they are ended. */
const clipboard = {
  platform: "linux" as const,
  env: { DISPLAY: ":0" },
  run: (_: readonly string[], __?: Uint8Array, signal?: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => {
      const end = (): void => reject(new Error("ended"));
      if (signal?.aborted) end();
      signal?.addEventListener("abort", end);
    }),
};

const BY_SIGNAL: CancelledCalls = {
  ...searchCalls(root),
  summarize: [
    "rejected",
    (signal) => summarize(new AstEngine(), { text: "x", path: "a.ts", signal }),
  ],
  copyText: ["rejected", (signal) => copyText("text", clipboard, signal)],
  pasteText: ["rejected", (signal) => pasteText(clipboard, signal)],
  pasteImage: ["rejected", (signal) => pasteImage(clipboard, signal)],
  fitImage: [
    "rejected",
    (signal) => fitImage(picture, { maxWidth: 1, maxHeight: 1, maxBytes: 9_999, signal }),
  ],
  encodeSixel: [
    "rejected",
    (signal) => encodeSixel(picture, { maxWidth: 1, maxHeight: 1, signal }),
  ],
  htmlToMarkdown: ["rejected", (signal) => htmlToMarkdown("<p>x", { signal })],
  "TokenCounter.count": [
    "rejected",
    (signal) => new TokenCounter().count("word ".repeat(9), "o200k_base", signal),
  ],
  takeShellSnapshot: [
    "ended",
    async (signal) => {
      const startFile = join(root, "start");
      writeFileSync(startFile, "sleep 600\n");
      const outputPath = join(root, "snapshot");
      const taken = await takeShellSnapshot({ ...shell, startFile, outputPath, signal });
      return taken.isTaken ? taken : "aborted";
    },
  ],
  "ShellSession.run": [
    "ended",
    async (signal) => {
      await using session = new ShellSession(shell);
      return (await session.run("sleep 600", { signal })).outcome;
    },
  ],
  "PtySession.exited": [
    "ended",
    async (signal) => {
      const size = { cols: 80, rows: 24 };
      const argv = ["sleep", "600"];
      await using pty = new PtySession({ ...shell, ...size, argv, onOutput: () => {}, signal });
      return (await pty.exited).outcome;
    },
  ],
};

/** Calls that keep a limit of their own. */
const BY_LIMIT: Readonly<Record<string, string>> = {
  killProcesses: "graceMs and giveUpMs",
  "Highlighter.highlight": "budgetMs",
  "AstEngine.parse": "a parser cannot be interrupted; callers refuse files over 2 MB",
  "AstEngine.parseFile": "as AstEngine.parse",
  "ShellSession.start": "the shell's own time to start",
  "ShellSession.settle": "the shell's own time to start",
  "PtySession.kill": "the limits of killProcesses",
  "OutputSink.close": "closes a file",
};

async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    const value = await call;
    if (value === undefined) return "empty";
    if (value === "aborted") return "ended";
    return (value as { stopped?: unknown }).stopped === "aborted" ? "stopped" : value;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "rejected" : error;
  }
}

describe("a signal ends", () => {
  for (const [name, [outcome, call]] of Object.entries(BY_SIGNAL)) {
    test(`${name}, before it begins`, async () => {
      expect(await outcomeOf(call(AbortSignal.abort()))).toBe(outcome);
    });
  }

  test.each(["copyText", "pasteText", "pasteImage", "ShellSession.run", "PtySession.exited"])(
    "%s in its midst",
    async (name) => {
      const controller = new AbortController();
      const entry = BY_SIGNAL[name];
      const running = outcomeOf(entry?.[1](controller.signal) ?? Promise.resolve());
      await new Promise(setImmediate);
      controller.abort();
      expect(await running).toBe(entry?.[0] ?? "ended");
    },
  );

  test("the counting of a long text in its midst", async () => {
    const controller = new AbortController();
    const counter = new TokenCounter();
    await counter.count("warm");
    const running = counter.count("some words ".repeat(2_000_000), "o200k_base", controller.signal);
    controller.abort();
    expect(await outcomeOf(running)).toBe("rejected");
  });
});

describe("a limit ends", () => {
  test("killProcesses, though a target stays", async () => {
    const self = readProcess(process.pid);
    const targets = self ? [self] : []; // This process is never signalled, so it survives.
    const plan = { findTargets: () => targets, graceMs: 1, giveUpMs: 1 };
    expect((await killProcesses(plan)).survivors).toEqual(targets);
  });

  test("Highlighter.highlight, with plain text", async () => {
    const [line] = await new Highlighter().highlight("const a = 1", "ts", { budgetMs: 0 });
    expect(line).toEqual([{ text: "const a = 1", role: undefined }]);
  });
});

test("everything exported that is asynchronous is in one of the tables", async () => {
  const found = new Set<string>();
  for (const file of Object.values(entries)) {
    const module = (await import(join(import.meta.dir, "..", file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module))
      for (const method of asynchronousIn(name, value)) found.add(method);
  }
  const known = new Set([...Object.keys(BY_SIGNAL), ...Object.keys(BY_LIMIT)]);
  expect([...found].filter((name) => !known.has(name)).toSorted()).toEqual([]);
  expect(Object.keys(BY_LIMIT).filter((name) => !found.has(name))).toEqual([]);
});

function asynchronousIn(name: string, value: unknown): string[] {
  const isAsync = (one: unknown): boolean =>
    typeof one === "function" && one.constructor.name === "AsyncFunction";
  if (isAsync(value)) return [name];
  if (typeof value !== "function" || value.prototype === undefined) return [];
  const prototype = value.prototype as object;
  return Object.getOwnPropertyNames(prototype)
    .filter((key) => isAsync(Object.getOwnPropertyDescriptor(prototype, key)?.value))
    .map((key) => `${name}.${key}`);
}
