// Sessions that are kept in a storage: in memory, in files behind a wrapper, or in one that fails. Whatever the storage, a
// session comes back as it was, and what could not be written is said.
import { describe, expect, test } from "bun:test";
import { failureOf } from "@oh-my-pi/pi-testkit/failure-of";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../platform/exit-codes.ts";
import { FileSessionStorage } from "../session/log/file-session-storage.ts";
import { MemorySessionStorage } from "../session/log/memory-session-storage.ts";
import type { SessionStorage } from "../session/log/session-storage.ts";
import type { AgentSession } from "./agent-session.ts";
import { createAgentSession } from "./create-agent-session.ts";
import type { LocalProvider } from "./custom-provider.ts";
import { findMostRecentSession, getRecentSessions, loadEntriesFromFile } from "./session-files.ts";
import { SessionManager } from "./session-manager.ts";
import { buildSessionContext } from "./session-view.ts";

const echo: LocalProvider = {
  models: [{ id: "e" }],
  respond: async (_request, answer) => answer.text(0, "heard"),
};

/** A home of its own, and sessions in it. */
function createRig() {
  const workspace = createWorkspace();
  const { path: cwd } = workspace;
  return {
    workspace,
    cwd,
    folder: join(workspace.root, "kept"),
    open: async (sessionManager: SessionManager): Promise<AgentSession> => {
      const model = { providers: { echo }, model: "echo/e" };
      const place = { cwd, env: workspace.env(), contextFiles: [] };
      return (await createAgentSession({ ...place, ...model, sessionManager })).session;
    },
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  };
}

/** A storage that does some things in its own way. */
function wrapped(inner: SessionStorage, own: Partial<SessionStorage>): SessionStorage {
  return {
    existsSync: (path) => inner.existsSync(path),
    statSync: (path) => inner.statSync(path),
    listFilesSync: (folder, pattern) => inner.listFilesSync(folder, pattern),
    ensureDirSync: (folder) => inner.ensureDirSync(folder),
    writeTextSync: (path, text) => inner.writeTextSync(path, text),
    readText: (path) => inner.readText(path),
    readTextPrefix: (path, maxBytes) => inner.readTextPrefix(path, maxBytes),
    unlink: (path) => inner.unlink(path),
    openWriter: (path) => inner.openWriter(path),
    ...own,
  };
}

/** Files of which nobody can read a line, written a moment later than asked. */
function scrambled(): SessionStorage {
  const inner = new FileSessionStorage();
  const turn = (line: string): string => Buffer.from(line).toString("base64");
  const back = (line: string): string => Buffer.from(line, "base64").toString("utf8");
  const each = (text: string, change: (line: string) => string): string =>
    text.split("\n").map(change).join("\n");
  return wrapped(inner, {
    writeTextSync: (path, text) => inner.writeTextSync(path, each(text, turn)),
    readText: async (path) => each(await inner.readText(path), back),
    readTextPrefix: async (path, maxBytes) =>
      each(await inner.readText(path), back).slice(0, maxBytes),
    openWriter: (path) => {
      const writer = inner.openWriter(path);
      return { ...writer, writeLine: async (line) => writer.writeLine(turn(line)) };
    },
  });
}

const storages: readonly (readonly [string, () => SessionStorage])[] = [
  ["memory", () => new MemorySessionStorage()],
  ["files behind a wrapper, written later", scrambled],
  ["files", () => new FileSessionStorage()],
];

describe.each(storages)("a storage: %s", (_, create) => {
  test("a session is listed, gone on with, opened and forked", async () => {
    await using rig = createRig();
    const storage = create();
    const { cwd, folder } = rig;
    const first = await rig.open(SessionManager.create(cwd, folder, storage));
    await first.prompt("remember me");
    const { sessionFile = "", sessionId } = first;
    expect(sessionFile).toStartWith(folder);
    await first.dispose();
    expect(storage.existsSync(sessionFile)).toBe(true);
    const listed = await SessionManager.list(cwd, folder, storage);
    expect(listed).toMatchObject([
      { file: sessionFile, id: sessionId, firstPrompt: "remember me", cwd },
    ]);
    for (const manager of [
      SessionManager.continueRecent(cwd, folder, storage),
      SessionManager.open(sessionFile, folder, storage),
    ]) {
      await using again = await rig.open(manager);
      expect(again.sessionId).toBe(sessionId);
      expect(again.sessionManager.getHeader().id).toBe(sessionId);
      await again.prompt("more");
    }
    await using fork = await rig.open(SessionManager.forkFrom(sessionFile, cwd, folder, storage));
    expect(fork.sessionId).not.toBe(sessionId);
    expect(fork.sessionManager.getHeader().parentSession).toBe(sessionId);
    const said = fork.messages.flatMap((message) => (message.role === "user" ? [message] : []));
    expect(JSON.stringify(said)).toContain("remember me");
    expect(said).toHaveLength(3);
  });

  test("a new session, a name and the way back stay in the storage", async () => {
    await using rig = createRig();
    const storage = create();
    await using session = await rig.open(SessionManager.create(rig.cwd, rig.folder, storage));
    await session.prompt("one");
    const { sessionFile: before = "" } = session;
    await session.request("set_session_name", { name: "The first" });
    await session.request("new_session");
    await session.prompt("two");
    expect(session.sessionFile).not.toBe(before);
    expect(storage.existsSync(session.sessionFile ?? "")).toBe(true);
    await session.request("switch_session", { sessionPath: before });
    expect(JSON.stringify(session.messages)).toContain("one");
    expect(session.sessionManager.getHeader().title).toBe("The first");
    const missing = session.request("switch_session", {
      sessionPath: join(rig.folder, "none.jsonl"),
    });
    expect((await failureOf(missing)).message).toContain("There is no session");
  });

  test("one in which nothing was answered leaves nothing behind", async () => {
    await using rig = createRig();
    const storage = create();
    const session = await rig.open(SessionManager.create(rig.cwd, rig.folder, storage));
    await session.dispose();
    expect(storage.listFilesSync(rig.folder, "*")).toEqual([]);
  });
});

describe("what a storage keeps", () => {
  test("in memory nothing touches the disk, and images stay in the session", async () => {
    await using rig = createRig();
    const storage = new MemorySessionStorage();
    const session = await rig.open(SessionManager.inMemory(rig.cwd, storage));
    const data = Buffer.alloc(4000, 7).toString("base64");
    await session.prompt("look", { images: [{ type: "image", data, mimeType: "image/png" }] });
    const { sessionFile = "" } = session;
    await session.dispose();
    expect(existsSync(sessionFile)).toBe(false);
    expect(await storage.readText(sessionFile)).toContain(data);
    expect(existsSync(join(rig.workspace.home, ".omp/agent/blobs"))).toBe(false);
  });

  test("a session without a storage writes no images either", async () => {
    await using rig = createRig();
    await using session = await rig.open(SessionManager.inMemory());
    const data = Buffer.alloc(4000, 7).toString("base64");
    await session.prompt("look", { images: [{ type: "image", data, mimeType: "image/png" }] });
    expect(existsSync(join(rig.workspace.home, ".omp/agent/blobs"))).toBe(false);
    expect(session.sessionManager.getEntries().length).toBeGreaterThan(1);
  });

  test("a torn last line is cut and said, unreadable ones stay", async () => {
    await using rig = createRig();
    const storage = new MemorySessionStorage();
    const first = await rig.open(SessionManager.create(rig.cwd, rig.folder, storage));
    await first.prompt("one");
    const { sessionFile = "" } = first;
    await first.dispose();
    const whole = await storage.readText(sessionFile);
    storage.writeTextSync(sessionFile, `${whole}not json\n{"type":"mess`);
    const { session, notes } = await createAgentSession({
      cwd: rig.cwd,
      env: rig.workspace.env(),
      providers: { echo },
      sessionManager: SessionManager.open(sessionFile, undefined, storage),
    });
    await using _session = session;
    expect(notes.join("\n")).toContain("was never finished");
    expect(await storage.readText(sessionFile)).toBe(`${whole}not json\n`);
    expect(session.model.id).toBe("e");
  });

  test("a write that fails later is told by the next one", async () => {
    await using rig = createRig();
    const inner = new MemorySessionStorage();
    let isFull = false;
    const storage = wrapped(inner, {
      openWriter: (path) => {
        const writer = inner.openWriter(path);
        const writeLine = async (line: string): Promise<void> => {
          if (isFull) throw new Error("the shelf is full");
          await writer.writeLine(line);
        };
        return { ...writer, writeLine };
      },
    });
    const session = await rig.open(SessionManager.create(rig.cwd, rig.folder, storage));
    await session.prompt("one");
    isFull = true;
    await session.prompt("two").catch(() => {});
    for (const attempt of [session.prompt("three"), session.dispose()])
      expect((await failureOf(attempt)).message).toContain("the shelf is full");
    expect(await storage.readText(session.sessionFile ?? "")).not.toContain("two");
  });

  test("what is made from the storage of files does its own part", async () => {
    await using rig = createRig();
    const sent: string[] = [];
    class Mirrored extends FileSessionStorage {
      override openWriter(path: string) {
        const writer = super.openWriter(path);
        const writeLine = (line: string) => {
          sent.push(line);
          return writer.writeLine(line);
        };
        return { ...writer, writeLine };
      }
    }
    await using session = await rig.open(
      SessionManager.create(rig.cwd, rig.folder, new Mirrored()),
    );
    await session.prompt("one");
    expect(`${sent.join("\n")}\n`).toBe(readFileSync(session.sessionFile ?? "", "utf8"));
  });

  test("a path that the storage does not know is a UserError", async () => {
    await using rig = createRig();
    const manager = SessionManager.open("/none.jsonl", undefined, new MemorySessionStorage());
    expect(await failureOf(rig.open(manager))).toBeInstanceOf(UserError);
  });

  test("files are private and replaced as a whole", async () => {
    using workspace = createWorkspace();
    const storage = new FileSessionStorage();
    const path = workspace.at("a/s.jsonl");
    const writer = storage.openWriter(path);
    await writer.writeLine("one");
    await writer.fsync();
    await writer.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    storage.writeTextSync(path, "two\n");
    expect(readFileSync(path, "utf8")).toBe("two\n");
    expect(readdirSync(workspace.at("a"))).toEqual(["s.jsonl"]);
  });
});

describe("session files to read", () => {
  test("the newest ones, their entries and what they mean", async () => {
    await using rig = createRig();
    const session = await rig.open(SessionManager.create(rig.cwd, rig.folder));
    await session.prompt("one");
    const view = session.sessionManager;
    const { sessionFile = "" } = session;
    const asked = view.getEntries().find(({ type }) => type === "message");
    expect(view.getBranch().at(-1)?.id).toBe(view.getLeafId() ?? "");
    expect(view.buildSessionContext().messages).toEqual([...session.messages]);
    expect(view.getCwd()).toBe(rig.cwd);
    expect(view.getSessionFile()).toBe(sessionFile);
    await session.dispose();
    expect(findMostRecentSession(rig.folder)).toBe(sessionFile);
    expect(getRecentSessions(rig.folder)).toHaveLength(1);
    const entries = await loadEntriesFromFile(sessionFile);
    expect(entries[0]).toMatchObject({ type: "session", id: session.sessionId });
    const whole = buildSessionContext(entries);
    expect(whole.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(whole.models["default"]).toBe("echo/e");
    expect(buildSessionContext(entries, asked?.id).messages).toHaveLength(1);
    expect(buildSessionContext(entries, null).messages).toEqual([]);
  });

  test("an older file is read in the present format and stays as it is", async () => {
    using workspace = createWorkspace();
    const path = workspace.at("old.jsonl");
    mkdirSync(workspace.path, { recursive: true });
    const message = { role: "user", content: "hi", timestamp: 1 };
    const lines = [
      { type: "session", id: "s", timestamp: "2024-01-01T00:00:00.000Z", cwd: "/w" },
      { type: "message", timestamp: "2024-01-01T00:00:00.000Z", message },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    writeFileSync(path, text);
    const [header, entry] = await loadEntriesFromFile(path);
    expect(header).toMatchObject({ version: 3 });
    expect(entry).toMatchObject({ type: "message", parentId: null });
    expect(readFileSync(path, "utf8")).toBe(text);
    writeFileSync(path, "nothing of ours\n");
    expect(await loadEntriesFromFile(path)).toEqual([]);
    expect(await loadEntriesFromFile(workspace.at("none.jsonl"))).toEqual([]);
  });
});
