// One handler for each slash command serves the terminal, plain lines, RPC and ACP: all find the same commands, and what
// they tell is the same everywhere.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { AcpHeld } from "./modes/acp/house.ts";
import { editorPort } from "./modes/acp/slash.ts";
import type { Face } from "./modes/interactive/face.ts";
import { createKeys } from "./modes/interactive/keys.ts";
import { slashPort } from "./modes/interactive/slash-port.ts";
import { SessionHolder } from "./session/session-holder.ts";
import { slashCommands } from "./slash/commands/index.gen.ts";
import { createSlashPort } from "./slash/create-slash-port.ts";
import { runSlash } from "./slash/run-slash.ts";
import type { SlashPort } from "./slash/slash-command.ts";
import { type LiveSession, openLiveSession } from "./testing/live-session.ts";

/** Commands that change nothing and open no screen: they tell. */
const TELLING = ["context", "tools", "session", "usage", "jobs", "leases", "changelog"];

interface Listening {
  readonly port: SlashPort;
  readonly replies: string[];
}

function faces(live: LiveSession, holder: SessionHolder<LiveSession["current"]>) {
  const listen = (make: (reply: (text: string) => void) => SlashPort): Listening => {
    const replies: string[] = [];
    return { replies, port: make((text) => void replies.push(text)) };
  };
  const terminal = (reply: (text: string) => void): SlashPort =>
    slashPort({
      sessions: holder,
      machine: { host: live.host },
      keymap: createKeys(join(live.workspace.home, "keybindings.json")).keymap,
      notice: (_tone: string, text: string) => reply(text),
      openScreen: () => false,
    } as unknown as Face);
  return {
    terminal: listen(terminal),
    rpc: listen((reply) => createSlashPort(holder, live.host, { reply })),
    editor: listen((reply) =>
      editorPort(new SessionHolder<AcpHeld>(live.current), live.host, reply),
    ),
  };
}

describe("slash commands of every face", () => {
  test("each finds every command of the table, the very same one", async () => {
    await using live = await openLiveSession();
    const holder = new SessionHolder(live.current);
    const { terminal, rpc, editor } = faces(live, holder);
    const table = await Promise.all(Object.values(slashCommands).map((load) => load()));
    for (const { port } of [terminal, rpc, editor]) {
      const found = await port.commands();
      for (const { default: command } of table) {
        const name: string = command.name;
        expect(found.find((each) => each.name === name) === command).toBe(true);
      }
    }
  });

  test.each(TELLING)("/%s says the same in each", async (name) => {
    await using live = await openLiveSession();
    const holder = new SessionHolder(live.current);
    const all = Object.values(faces(live, holder));
    for (const { port } of all) expect(await runSlash(`/${name}`, port)).toBeUndefined();
    const [first = [], ...others] = all.map(({ replies }) => replies);
    expect(first.join("")).not.toBe("");
    for (const replies of others) expect(replies).toEqual(first);
  });

  test("nothing but the table loads a command, so that no face can have one of its own", async () => {
    const loading = [...new Bun.Glob("**/*.ts").scanSync(import.meta.dir)].filter(
      (name) => !/\.test\.ts$|^testing\/|^slash\/commands\//.test(name),
    );
    const texts = await Promise.all(
      loading.map(async (name) => [name, await Bun.file(join(import.meta.dir, name)).text()]),
    );
    const importing = texts.filter(([, text]) =>
      /slash\/commands\/|slashCommands\b.*commands\/index\.gen/.test(text ?? ""),
    );
    expect(importing.map(([name]) => name).filter((name) => !name?.startsWith("cli/"))).toEqual([
      "slash/find-slash.ts",
    ]);
  });
});
