// `/share`: the user's own handler gets the page, whatever it says is told, and its failure is the end of it; without one
// GitHub's program makes a secret gist.
import { describe, expect, test } from "bun:test";
import { failureOf } from "@oh-my-pi/pi-testkit/failure-of";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { SessionHolder } from "./session/session-holder.ts";
import { createSlashPort } from "./slash/create-slash-port.ts";
import { runSlash } from "./slash/run-slash.ts";
import { startRpcHost } from "./testing/rpc-host.ts";
import { type LiveSession, openLiveSession } from "./testing/live-session.ts";

/** Says something, then types the command; gives what was replied. */
async function share(live: LiveSession, path = join(live.workspace.root, "bin")): Promise<string> {
  live.models.script(reply(text("Hi there.")));
  await live.current.session.prompt("hello");
  const replies: string[] = [];
  const host = { ...live.host, env: { ...live.host.env, PATH: `${path}:/usr/bin:/bin` } };
  const holder = new SessionHolder(live.current);
  const port = createSlashPort(holder, host, { reply: (words) => void replies.push(words) });
  await runSlash("/share", port);
  expect(readdirSync(host.tmp).filter((name) => name.startsWith("omp-share"))).toEqual([]);
  return replies.join("\n");
}

/** A `gh` that answers like GitHub's and notes what it was asked. */
function fakeGh(live: LiveSession, { login = 0, answer = "" } = {}): string {
  const bin = join(live.workspace.root, "bin");
  mkdirSync(bin);
  const script = `#!/bin/sh
echo "$*" >> "${bin}/calls"
case "$1 $2" in
  "auth status") exit ${login} ;;
  "gist create") cp "$3" "${bin}/page.html"; ${answer} ;;
esac
`;
  writeFileSync(join(bin, "gh"), script);
  chmodSync(join(bin, "gh"), 0o755);
  return bin;
}

function writeHandler(live: LiveSession, name: string, source: string): void {
  writeFileSync(join(live.workspace.home, ".omp/agent", name), source);
}

describe("a secret gist", () => {
  const made =
    "echo '- Creating gist session.html' >&2; echo https://gist.github.com/me/0123abcd4567";

  test("has the page; its preview is told", async () => {
    await using live = await openLiveSession();
    const bin = fakeGh(live, { answer: made });
    expect(await share(live)).toBe(
      "Shared: https://gistpreview.github.io/?0123abcd4567\n" +
        "Whoever has this address can read it; take it back with gh gist delete https://gist.github.com/me/0123abcd4567",
    );
    const [status, create, ...more] = readFileSync(join(bin, "calls"), "utf8").trim().split("\n");
    expect(status).toBe("auth status");
    expect(create).toMatch(/^gist create \S+session\.html$/);
    expect(more).toEqual([]);
    expect(readFileSync(join(bin, "page.html"), "utf8")).toContain("Hi there.");
  });

  test("is not made without a login, by a gh that fails, or by none", async () => {
    const cases: [Parameters<typeof fakeGh>[1], string][] = [
      [{ login: 1 }, "gh auth login"],
      [{ answer: "exit 7" }, "gh made no gist of the session (exit code 7)."],
      [{ answer: "echo nothing" }, "gh made no gist"],
    ];
    for (const [gh, says] of cases) {
      await using live = await openLiveSession();
      fakeGh(live, gh);
      expect((await failureOf(share(live))).message).toContain(says);
    }
    await using live = await openLiveSession();
    expect((await failureOf(share(live, "/nowhere"))).message).toMatch(
      /needs GitHub's program gh|not logged in/,
    );
  });

  test("is not made of a session that is kept in memory", async () => {
    await using live = await openLiveSession({ isEphemeral: true });
    expect((await failureOf(share(live))).message).toContain(
      "Cannot export in-memory session to HTML",
    );
  });
});

describe("the user's own handler", () => {
  const taken =
    "{ const page = await Bun.file(path).text(); if (!page.includes('Hi there.')) throw 1; }";
  const cases: [name: string, source: string, told: string][] = [
    [
      "share.ts",
      `export default async (path: string): Promise<string> => { ${taken} return "https://x.test/1"; }`,
      "Shared: https://x.test/1",
    ],
    [
      "share.js",
      `export default async function (path) { ${taken} return { url: "https://x.test/2", message: "Until Friday." }; }`,
      "Until Friday.\nShared: https://x.test/2",
    ],
    ["share.mjs", `export default (path) => undefined;`, "The session was shared."],
  ];
  test.each(cases)("%s gets the page", async (name, source, told) => {
    await using live = await openLiveSession();
    const bin = fakeGh(live);
    writeHandler(live, name, source);
    expect(await share(live)).toBe(told);
    expect(existsSync(join(bin, "calls"))).toBe(false);
  });

  test("works in the shipped binary, types and all", async () => {
    await using host = await startRpcHost();
    const { omp } = host;
    const handler =
      'export default (path: string): { url: string } => ({ url: "https://x.test/" + path.length });';
    writeFileSync(join(omp.workspace.home, ".omp/agent/share.ts"), handler);
    omp.models.script(reply(text("Hi there.")));
    await host.ask("prompt", { message: "hello" });
    await host.next(({ type }) => type === "agent_end");
    await host.ask("prompt", { message: "/share" });
    const told = await host.next((frame) => frame["method"] === "notify");
    expect(told["message"]).toMatch(/^Shared: https:\/\/x\.test\/\d+$/);
  });

  test.each([
    [`export default () => { throw new Error("no room"); }`, "no room"],
    [`export const share = 1;`, "it exports no function by default"],
    [`export default (`, "could not share the session"],
  ])("that fails is the end of it: %s", async (source, says) => {
    await using live = await openLiveSession();
    const bin = fakeGh(live, { answer: "echo https://gist.github.com/me/0123abcd4567" });
    writeHandler(live, "share.mjs", source);
    expect((await failureOf(share(live))).message).toContain(says);
    expect(existsSync(join(bin, "calls"))).toBe(false);
  });
});
