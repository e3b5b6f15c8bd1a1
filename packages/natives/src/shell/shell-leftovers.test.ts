// Contract: no process outlives its command unless it was declared (G11), however it tries to get away.
import { afterAll, describe, expect, test } from "bun:test";
import { NASTY_CHILDREN, findTagged, withTag } from "@oh-my-pi/pi-testkit/nasty-children";
import { ShellSession, type ShellSessionOptions } from "./shell-session.ts";

const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: "/" };
const open = (options: Partial<ShellSessionOptions> = {}): ShellSession =>
  new ShellSession({ bashPath: "/bin/bash", cwd: "/", env, ...options });
const newTag = (): string => `nasty-${crypto.randomUUID()}`;
const isLinux = process.platform === "linux";

describe.skipIf(!isLinux)("nothing survives", () => {
  const shared = open();
  afterAll(() => shared[Symbol.asyncDispose]());

  test.each(Object.entries(NASTY_CHILDREN))("the end of its command: %s", async (_, command) => {
    const tag = newTag();
    const result = await shared.run(withTag(command, tag), { timeoutMs: 20_000 });
    expect(findTagged(tag)).toEqual([]);
    expect(result.outcome).toBe("exited");
    expect(result.running).toEqual([]);
  });

  const everything = (tag: string): string =>
    Object.values(NASTY_CHILDREN)
      .map((command) => withTag(command, tag))
      .join("\n");

  test("a timeout, all of them at once", async () => {
    const tag = newTag();
    const result = await shared.run(`${everything(tag)}\nsleep 1000`, { timeoutMs: 400 });
    expect(findTagged(tag)).toEqual([]);
    expect(result).toMatchObject({ outcome: "timeout", running: [], state: "restored" });
  });

  test("an abort, all of them at once", async () => {
    const tag = newTag();
    const stop = new AbortController();
    const run = shared.run(`${everything(tag)}\necho started; sleep 1000`, {
      signal: stop.signal,
      onOutput: (bytes) => {
        if (Buffer.from(bytes).includes("started")) stop.abort();
      },
    });
    const result = await run;
    expect(findTagged(tag)).toEqual([]);
    expect(result).toMatchObject({ outcome: "aborted", running: [], state: "restored" });
  });

  test.each(["exit 3", "exec true", "kill -9 $$", "kill 0"])(
    "the end of the shell by %p",
    async (ending) => {
      await using session = open();
      const tag = newTag();
      const result = await session.run(`${everything(tag)}\n${ending}`);
      expect(findTagged(tag)).toEqual([]);
      expect(result).toMatchObject({ outcome: "exited", running: [], state: "restored" });
    },
  );

  test("the death of the supervisor, clean environments aside", async () => {
    await using session = open();
    const tag = newTag();
    const commands = Object.entries(NASTY_CHILDREN).filter(
      ([name]) => !name.includes("empty environment"),
    );
    const text = commands.map(([, command]) => withTag(command, tag)).join("\n");
    const result = await session.run(`${text}\nkill -9 $PPID $$`);
    expect(findTagged(tag)).toEqual([]);
    expect(result).toMatchObject({ state: "lost" });
    expect(await session.run("exit 5")).toMatchObject({ exitCode: 5 });
  });

  test("the end of the session", async () => {
    const session = open();
    const tag = newTag();
    await session.run(everything(tag), { keepBackground: true });
    expect(findTagged(tag).length).toBeGreaterThan(Object.keys(NASTY_CHILDREN).length / 2);
    await session[Symbol.asyncDispose]();
    expect(findTagged(tag)).toEqual([]);
  });
});

describe.skipIf(!isLinux)("declared background processes", () => {
  test("live on, are named, and end with the session", async () => {
    const tag = newTag();
    {
      await using session = open();
      const start = "(exec -a TAG sleep 300) & until grep -q TAG /proc/$!/cmdline; do :; done";
      const result = await session.run(withTag(start, tag), { keepBackground: true });
      expect(result.running).toEqual([{ pid: expect.any(Number), command: `${tag} 300` }]);
      expect((await session.run("jobs -r | wc -l", { keepBackground: true })).running).toHaveLength(
        1,
      );
      expect(findTagged(tag)).toHaveLength(1);
    }
    expect(findTagged(tag)).toEqual([]);
  });

  test("undeclared ones are ended and named", async () => {
    await using session = open();
    const result = await session.run("sleep 1000 & sleep 2000 &");
    expect(result.ended.map((one) => one.command).sort()).toEqual(["sleep 1000", "sleep 2000"]);
    expect(result).toMatchObject({ exitCode: 0, state: "kept", running: [] });
  });

  test("work that ends by itself shortly after its command is neither hurried nor lost", async () => {
    await using session = open();
    let output = "";
    const result = await session.run("echo one > >(read -r line; sleep 0.01; echo got $line)", {
      onOutput: (bytes) => void (output += Buffer.from(bytes).toString()),
    });
    expect(output).toBe("got one\n");
    expect(result.ended).toEqual([]);
  });
});

test.skipIf(!isLinux)(
  "without a subreaper, session and environment find all but clean-environment daemons",
  async () => {
    await using session = open({ containment: "scan" });
    const tag = newTag();
    const commands = Object.entries(NASTY_CHILDREN).filter(
      ([name]) => !name.includes("empty environment"),
    );
    const text = commands.map(([, command]) => withTag(command, tag)).join("\n");
    const result = await session.run(text);
    expect(findTagged(tag)).toEqual([]);
    expect(result).toMatchObject({ exitCode: expect.any(Number), running: [], state: "kept" });
  },
);
