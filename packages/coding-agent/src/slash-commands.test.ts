// Every slash command through a face of plain text, against a real session and the fake model server.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { httpError, reply, type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { agentPaths, sessionDirName } from "./platform/agent-paths.ts";
import type { Dialogs } from "./services/dialogs.ts";
import { SessionHolder } from "./session/session-holder.ts";
import { slashCommands } from "./slash/commands/index.gen.ts";
import { createSlashPort } from "./slash/create-slash-port.ts";
import { runSlash } from "./slash/run-slash.ts";
import type { SlashPort } from "./slash/slash-command.ts";
import { type LiveSession, openLiveSession } from "./testing/live-session.ts";

/** What a case may look at. */
interface Seen {
  readonly live: LiveSession;
  readonly holder: SessionHolder<LiveSession["current"]>;
  readonly port: SlashPort;
  readonly replies: readonly string[];
  readonly said: string | undefined;
  readonly copied: readonly string[];
  readonly hasLeft: boolean;
}

interface Case {
  /** Typed one after the other; a line without a slash is a prompt. */
  readonly lines: readonly string[];
  readonly script?: readonly Reply[];
  /** The last reply holds this. */
  readonly says?: string | RegExp;
  readonly answers?: Partial<Dialogs>;
  readonly prepare?: (live: LiveSession) => void;
  readonly check?: (seen: Seen) => unknown;
}

const hello = { lines: ["hello"], script: [reply(text("Hi there.\n\n```sh\nls -l\n```"))] };
const after = (line: string, script: readonly Reply[] = []) => ({
  lines: [...hello.lines, line],
  script: [...hello.script, ...script],
});
const tasks = (seen: Seen) =>
  seen.holder.current.decided.todos.flatMap((phase) => phase.tasks.map(({ content }) => content));

const CASES: Readonly<Record<string, readonly Case[]>> = {
  branch: [
    { lines: ["/branch"], says: "no message of yours yet" },
    { ...after("/branch"), says: "1. hello" },
    { ...after("/branch 7"), says: "there are 1" },
    {
      ...after("/branch 1"),
      says: "A new branch",
      check: ({ holder }) => expect(holder.current.messages).toEqual([]),
    },
  ],
  btw: [
    { lines: ["/btw"], says: "What do you want to know?" },
    {
      ...after("/btw why?", [reply(text("Because."))]),
      says: "Because.",
      check: ({ holder, live }) => {
        expect(holder.current.messages.length).toBe(2);
        expect(JSON.stringify(live.bodies().at(-1)?.["messages"])).toContain("why?");
      },
    },
  ],
  changelog: [{ lines: ["/changelog"], says: "# Changelog" }],
  changes: [{ lines: ["/changes"], says: /\S/ }],
  compact: [
    {
      lines: ["hello", "and on", "/compact ships"],
      script: [
        reply(text("A. ".repeat(200))),
        reply(text("B. ".repeat(200))),
        reply(text("Summed up.")),
        reply(text("Short.")),
      ],
      says: "summed up",
      check: ({ holder }) => expect(holder.current.messages[0]?.role).toBe("compactionSummary"),
    },
  ],
  context: [{ ...after("/context"), says: /of 200000 tokens[\s\S]*System prompt/ }],
  copy: [
    { lines: ["/copy"], says: "nothing to copy" },
    { ...after("/copy"), check: ({ copied }) => expect(copied[0]).toStartWith("Hi there.") },
    { ...after("/copy code"), check: ({ copied }) => expect(copied).toEqual(["ls -l"]) },
    { ...after("/copy all"), check: ({ copied }) => expect(copied[0]).toContain("## User") },
    {
      lines: ["go", "/copy cmd"],
      script: [reply(toolCall("bash", { command: "echo 1" })), reply(text("ok"))],
      check: ({ copied }) => expect(copied).toEqual(["echo 1"]),
    },
    { lines: ["/copy soup"], says: '"soup" cannot be copied' },
  ],
  debug: [
    { lines: ["/debug"], says: /Model +fake\/m/ },
    { lines: ["/debug work"], says: "Nothing was done yet." },
    {
      lines: ["go", "/debug work"],
      script: [reply(toolCall("bash", { command: "sleep 0.01" })), reply(text("ok"))],
      says: /bash +1 +\d+ ms[\s\S]*fake\/m +2 [\s\S]*run;bash \d+/,
    },
    {
      ...after("/debug work flames.svg"),
      says: "flames.svg",
      check: ({ live }) =>
        expect(readFileSync(live.workspace.at("flames.svg"), "utf8")).toContain("<title>fake/m: "),
    },
    {
      ...after("/debug work stacks.txt"),
      check: ({ live }) =>
        expect(readFileSync(live.workspace.at("stacks.txt"), "utf8")).toMatch(/^run;fake\/m \d+$/m),
    },
    { lines: ["/debug processes"], says: new RegExp(`^pid +memory +command\n${process.pid} `) },
    { lines: ["/debug system"], says: /Processors/ },
    { lines: ["/debug soup"], says: 'nothing on "soup"; say work, processes, system' },
  ],
  drop: [
    {
      ...after("/drop"),
      says: "was deleted",
      check: ({ live, holder }) => {
        expect(existsSync(String(live.current.session.log.file))).toBe(false);
        expect(holder.current.messages).toEqual([]);
      },
    },
  ],
  dump: [
    { lines: ["/dump"], says: /^No messages to dump yet\.$/ },
    {
      lines: ["look", "/dump"],
      script: [
        reply([text("So."), toolCall("bash", { command: "echo 42" })]),
        reply(text("Done.")),
      ],
      check: ({ copied }) =>
        expect(copied[0]).toMatch(
          /## User\n\nlook\n\n## Assistant\n\nSo\.[\s\S]*echo 42[\s\S]*## Tool result[\s\S]*42[\s\S]*Done\.$/,
        ),
    },
    { ...after("/dump"), check: ({ copied }) => expect(copied[0]).toContain("## Assistant") },
    {
      ...after("/dump talk.md"),
      says: "talk.md",
      check: ({ live }) =>
        expect(readFileSync(live.workspace.at("talk.md"), "utf8")).toContain("hello"),
    },
  ],
  exit: [{ lines: ["/quit"], check: ({ hasLeft }) => expect(hasLeft).toBe(true) }],
  export: [
    {
      ...after("/export page.html"),
      says: "page.html",
      check: ({ live }) =>
        expect(readFileSync(live.workspace.at("page.html"), "utf8")).toContain("Hi there."),
    },
  ],
  fast: [
    {
      lines: ["/fast", "/fast"],
      says: "Fast mode is off.",
      check: ({ replies }) => expect(replies[0]).toBe("Fast mode is on."),
    },
    { lines: ["/fast maybe"], says: "Say on, off or status" },
  ],
  force: [
    { lines: ["/force"], says: "Which tool?" },
    { lines: ["/force soup"], says: "There is no tool soup" },
    {
      lines: ["/force:bash look around"],
      script: [reply(toolCall("bash", { command: "true" })), reply(text("ok"))],
      check: ({ live }) =>
        expect(live.bodies()[0]?.["tool_choice"]).toEqual({ type: "tool", name: "bash" }),
    },
  ],
  fork: [
    {
      ...after("/fork"),
      says: "This is a copy",
      check: ({ holder, live }) => {
        expect(holder.current.log.header.parentSession).toBe(live.current.session.log.header.id);
        expect(holder.current.messages.length).toBe(2);
      },
    },
  ],
  handoff: [
    { lines: ["/handoff"], says: "nothing to hand off yet" },
    {
      ...after("/handoff the sea", [reply(text("Everything about the sea. ".repeat(20)))]),
      says: "This is a new session",
      check: ({ holder }) =>
        expect(JSON.stringify(holder.current.messages)).toContain("Everything about the sea."),
    },
  ],
  help: [
    { lines: ["/help"], says: /\/btw +\S[\s\S]*\n\/tree / },
    { lines: ["/help /btw"], says: "/btw <question>" },
    { lines: ["/help models"], says: "Also: /models" },
    { lines: ["/help tre"], says: "Did you mean /tree?" },
  ],
  hotkeys: [{ lines: ["/hotkeys"], says: "no keys here" }],
  init: [
    {
      lines: ["/init the tests"],
      script: [reply(text("Written."))],
      check: ({ live }) => {
        const sent = JSON.stringify(live.bodies()[0]?.["messages"]);
        expect(sent).toContain("AGENTS.md");
        expect(sent).toContain("the tests");
      },
    },
  ],
  jobs: [
    { lines: ["/jobs"], says: "No background jobs." },
    { lines: ["/jobs cancel bg_9"], says: "There is no job bg_9." },
  ],
  leases: [
    { lines: ["/leases"], says: /Nothing (is|can be) allowed/ },
    { lines: ["/leases soup"], says: /Use \/leases|Nothing can be allowed/ },
  ],
  login: [
    { lines: ["/login"], says: "anthropic" },
    { lines: ["/login groq sk-123"], says: "Do not type the key here" },
    { lines: ["/login groq"], says: "omp auth add groq" },
    {
      lines: ["/login groq"],
      answers: { input: async () => "sk-1" },
      says: "The key of groq is kept.",
    },
    { lines: ["/login grok"], answers: { input: async () => "sk-1" }, says: "Did you mean groq?" },
  ],
  logout: [
    { lines: ["/logout"], says: "Of which provider?" },
    {
      lines: ["/login groq", "/logout groq", "/logout groq"],
      answers: { input: async () => "sk-1" },
      says: "No key of groq was kept",
    },
  ],
  loop: [
    { lines: ["/loop"], says: "What shall be said?" },
    {
      lines: ["/loop 2 again"],
      script: [reply(text("one")), reply(text("two"))],
      says: "after 2 rounds",
      check: ({ live }) => expect(live.bodies().length).toBe(2),
    },
    {
      ...after("/loop 1", [reply(text("three"))]),
      says: "after 1 round.",
      check: ({ live }) =>
        expect(JSON.stringify(live.bodies()[1]?.["messages"]).split("hello").length).toBe(3),
    },
  ],
  model: [
    { lines: ["/model"], says: "fake/m" },
    { lines: ["/model fake/m"], says: "Model: fake/m" },
  ],
  move: [
    { lines: ["/move"], says: "Where to?" },
    { lines: ["/move nowhere"], says: "There is no folder" },
    { lines: ["/move ."], says: "there already" },
    {
      ...after("/move sub"),
      prepare: (live) => mkdirSync(live.workspace.at("sub")),
      says: "/sub.",
      check: ({ holder, live }) => {
        expect(holder.current.log.header.cwd).toEndWith("/sub");
        expect(holder.current.log.header.id).toBe(live.current.session.log.header.id);
        expect(holder.current.messages.length).toBe(2);
        expect(existsSync(String(live.current.session.log.file))).toBe(false);
      },
    },
    {
      // A file lies where the sessions of that folder would be kept: nothing has moved.
      ...after("/move sub"),
      prepare: (live) => {
        mkdirSync(live.workspace.at("sub"));
        const agentDir = join(live.workspace.home, ".omp/agent");
        const { sessionsDir } = agentPaths(live.host);
        expect(sessionsDir).toStartWith(agentDir);
        const folder = sessionDirName(realpathSync(live.workspace.at("sub")), live.host);
        writeFileSync(join(sessionsDir, folder), "in the way");
      },
      says: "part of its path is not a directory",
      check: ({ holder, live }) => {
        expect(holder.current).toBe(live.current.session);
        expect(holder.current.log.header.cwd).toBe(live.workspace.path);
        expect(existsSync(String(holder.current.log.file))).toBe(true);
        expect(holder.current.messages.length).toBe(2);
      },
    },
  ],
  new: [
    {
      ...after("/new"),
      says: "A new session.",
      check: ({ holder, live }) => {
        expect(holder.current.messages).toEqual([]);
        expect(existsSync(String(live.current.session.log.file))).toBe(true);
      },
    },
  ],
  redo: [{ lines: ["/redo soup"], says: "Usage: /redo" }],
  rename: [
    {
      lines: ["/rename Sea things"],
      says: "Sea things",
      check: ({ holder }) => expect(holder.current.log.header.title).toBe("Sea things"),
    },
  ],
  resume: [
    { lines: ["/resume"], says: "No sessions found" },
    { lines: ["/resume nothing-like-it"], says: "not found" },
    { ...after("/resume"), says: "hello" },
    {
      lines: ["hello", "/new", "/resume"],
      script: hello.script,
      check: async ({ holder, live, port, replies }) => {
        const { header, file } = live.current.session.log;
        expect(replies.at(-1)).toContain(header.id);
        await runSlash(`/resume ${header.id.slice(0, 30)}`, port);
        expect(holder.current.log.file).toBe(String(file));
        expect(holder.current.messages.length).toBe(2);
      },
    },
  ],
  retry: [
    { ...after("/retry"), says: "Nothing failed" },
    {
      lines: ["hello", "/retry"],
      script: [httpError(400), reply(text("Now it works."))],
      check: ({ live, holder }) => {
        expect(JSON.stringify(live.bodies()[1]?.["messages"]).split("hello").length).toBe(2);
        expect(JSON.stringify(holder.current.messages)).toContain("Now it works.");
      },
    },
  ],
  sandbox: [{ lines: ["/sandbox"], says: /\S/ }],
  session: [
    { ...after("/session"), says: /1 yours, 1 answers/ },
    { lines: ["/session delete"], says: "/session delete now" },
    { ...after("/session delete now"), says: "was deleted" },
    { lines: ["/session soup"], says: "neither info nor delete" },
    {
      ...after("/session delete"),
      answers: { confirm: async () => false },
      check: ({ holder }) => expect(holder.current.messages.length).toBe(2),
    },
  ],
  settings: [
    { lines: ["/settings"], says: "todo.reminders" },
    { lines: ["/settings doubleEscapeAction"], says: "doubleEscapeAction = tree" },
    { lines: ["/settings doubleEscapeAction none"], says: "doubleEscapeAction = none" },
    { lines: ["/settings doubleEscapeAction nine"], says: "Did you mean none?" },
    { lines: ["/settings doubleEscapeActoin"], says: "Did you mean doubleEscapeAction?" },
  ],
  theme: [{ lines: ["/theme"], says: "no terminal here" }],
  thinking: [
    { lines: ["/thinking"], says: "Levels: off" },
    { lines: ["/thinking high"], says: "Thinking: high" },
    { lines: ["/thinking hgih"], says: "Did you mean high?" },
  ],
  todo: [
    { lines: ["/todo"], says: "empty" },
    { lines: ["/todo soup"], says: "is not among edit, copy" },
    {
      lines: ["/todo append wash up", "/todo append dry up", "/todo start dry"],
      says: "- [/] dry up",
    },
    { lines: ["/todo append a b", "/todo append a c", "/todo done a"], says: "could be: a b; a c" },
    { lines: ["/todo append a", "/todo done"], says: "- [x] a" },
    { lines: ["/todo append a", "/todo drop a"], says: "- [-] a" },
    {
      lines: ["/todo append a", "/todo append b", "/todo rm a"],
      check: (seen) => expect(tasks(seen)).toEqual(["b"]),
    },
    {
      lines: ["/todo append a", "/todo copy"],
      check: ({ copied }) => expect(copied[0]).toContain("a"),
    },
    {
      lines: ["/todo append a", "/todo export", "/todo rm", "/todo import"],
      check: (seen) => expect(tasks(seen)).toEqual(["a"]),
    },
    { lines: ["/todo import nowhere.md"], says: "There is no file" },
    {
      lines: ["/todo import bad.md"],
      prepare: ({ workspace }) => writeFileSync(workspace.at("bad.md"), "- [?] x\n"),
      says: "The list is as it was",
    },
    {
      lines: ["/todo edit"],
      answers: { editor: async () => "# P\n- [ ] typed\n" },
      check: (seen) => expect(tasks(seen)).toEqual(["typed"]),
    },
    { lines: ["/todo edit"], says: "There is no editor here" },
  ],
  tools: [{ lines: ["/tools"], says: /bash +\S/ }],
  tree: [
    { lines: ["/tree"], says: "Nothing was said yet." },
    { ...after("/tree"), says: /hello[\s\S]*Hi there/ },
    { ...after("/tree nothing"), says: "There is no entry nothing." },
  ],
  undo: [{ lines: ["/undo soup"], says: "Usage: /undo" }],
  usage: [
    { lines: ["/usage"], says: "Nothing was used yet." },
    { ...after("/usage"), says: /fake\/m +1 / },
  ],
};

const flat = Object.entries(CASES).flatMap(([name, cases]) =>
  cases.map((each): [string, string, Case] => [name, each.lines.join(" ⏎ "), each]),
);

describe("slash commands", () => {
  test("every command has a case here, or a test elsewhere types it", async () => {
    const others = [...new Bun.Glob("**/*.test.ts").scanSync(import.meta.dir)];
    const texts = await Promise.all(
      others.map((name) => Bun.file(join(import.meta.dir, name)).text()),
    );
    const without = Object.keys(slashCommands).filter(
      (name) =>
        !Object.hasOwn(CASES, name) && !texts.some((source) => source.includes(`"/${name}`)),
    );
    expect(without).toEqual([]);
  });

  test.each(flat)("%s: %s", async (_name, _lines, each) => {
    await using live = await openLiveSession({
      values: {
        todo: { reminders: false },
        compaction: { keepRecentTokens: 1 },
        retry: { enabled: false },
      },
    });
    each.prepare?.(live);
    live.models.script(...(each.script ?? []));
    const holder = new SessionHolder(live.current);
    await using opened = new AsyncDisposableStack();
    // The first session is closed with the rest of what is live.
    opened.defer(async () => {
      if (holder.current !== live.current.session) await holder.close();
    });
    const seen = await typeLines(each, live, holder);
    if (each.says !== undefined) expect(seen.replies.at(-1)).toMatch(each.says);
    await each.check?.(seen);
  });
});

async function typeLines(
  { lines, answers }: Case,
  live: LiveSession,
  holder: Seen["holder"],
): Promise<Seen> {
  const replies: string[] = [];
  const copied: string[] = [];
  let hasLeft = false;
  let said: string | undefined;
  const port = (): SlashPort =>
    createSlashPort(holder, live.host, {
      reply: (words) => void replies.push(words),
      copy: async (words) => copied.push(words) > 0,
      leave: () => void (hasLeft = true),
      ...(answers !== undefined && { dialogs: { setEditorText: () => {}, ...answers } as Dialogs }),
    });
  for (const line of lines) {
    said = await runSlash(line, port()).catch((error: Error) => {
      // What a face shows in place of a reply.
      replies.push(error.message);
      return undefined;
    });
    if (said !== undefined) await holder.current.prompt(said);
  }
  return { live, holder, port: port(), replies, said, copied, hasLeft };
}
