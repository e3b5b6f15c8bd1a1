// Contract: a program runs in a real terminal, gets input and size, and neither it nor its children outlive it.
import { expect, test } from "bun:test";
import { findTagged } from "@oh-my-pi/pi-testkit/nasty-children";
import { PtySession, type PtyOptions } from "./pty-session.ts";
import { PtyScreen } from "./screen.ts";

const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };

interface Watched {
  readonly session: PtySession;
  readonly output: () => string;
  readonly seen: (text: string) => Promise<void>;
}

function start(script: string, options: Partial<PtyOptions> = {}): Watched {
  let output = "";
  const waiting: { text: string; resolve: () => void }[] = [];
  const session = new PtySession({
    argv: ["bash", "--norc", "-c", script],
    cwd: "/usr",
    env,
    bashPath: "/bin/bash",
    cols: 80,
    rows: 24,
    timeoutMs: 20_000,
    onOutput: (bytes) => {
      output += Buffer.from(bytes).toString();
      for (const one of waiting) if (output.includes(one.text)) one.resolve();
    },
    ...options,
  });
  const seen = (text: string): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ text, resolve });
    if (output.includes(text)) resolve();
    return promise;
  };
  return { session, seen, output: () => output };
}

/** Starts anew until the program has come so far: on a busy machine its time may be up before. */
async function startUntilSeen(
  text: string,
  script: string,
  optionsOf: (attempt: number) => Partial<PtyOptions>,
): Promise<Watched> {
  for (let attempt = 0; ; attempt++) {
    const started = start(script, optionsOf(attempt));
    const { seen, session } = started;
    const outcome = await Promise.race([seen(text), session.exited]);
    if (outcome === undefined) return started;
  }
}

test("a program sees a terminal of the given size, its directory and its environment", async () => {
  const { session, output } = start(
    "test -t 0 && test -t 1 && test -t 2 && stty size && pwd && echo $TERM",
    {
      cols: 100,
      rows: 30,
    },
  );
  expect(await session.exited).toMatchObject({ outcome: "exited", exitCode: 0 });
  expect(output()).toBe("30 100\r\n/usr\r\nxterm-256color\r\n");
});

test.each([
  ["exit 7", 7],
  ["kill -9 $$", 137],
  ["no-such-program", 127],
])("the exit code of %p", async (script, exitCode) => {
  expect(await start(script).session.exited).toMatchObject({ outcome: "exited", exitCode });
});

test("input arrives, the interrupt key interrupts", async () => {
  const { session, seen, output } = start(
    "read -r line; echo got $line; trap 'echo interrupted; exit 3' INT; echo wait; read -r line",
  );
  session.write("hello\r");
  await seen("got hello");
  await seen("wait");
  session.write("\x03");
  expect(await session.exited).toMatchObject({ exitCode: 3 });
  expect(output()).toContain("interrupted");
});

test("a new size is seen by the program", async () => {
  const { session, seen } = start(
    "trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.01; done",
  );
  await seen("ready");
  session.resize({ cols: 132, rows: 50 });
  await seen("50 132");
  expect(await session.exited).toMatchObject({ outcome: "exited" });
});

test("all output is delivered before the end is announced", async () => {
  const { session, output } = start("seq 1 50000");
  await session.exited;
  expect(output().endsWith("49999\r\n50000\r\n")).toBe(true);
  expect(output().split("\r\n")).toHaveLength(50_001);
});

test.each(["timeout", "aborted", "killed"] as const)(
  "%s ends everything below",
  async (outcome) => {
    const tag = `nasty-${crypto.randomUUID()}`;
    const stop = new AbortController();
    const script = `(setsid bash -c 'trap "" TERM HUP; sleep 300; :' ${tag} &) ; (env -i setsid bash -c 'sleep 300; :' ${tag} &); echo armed; sleep 300`;
    const { session } = await startUntilSeen("armed", script, (attempt) =>
      outcome === "timeout" ? { timeoutMs: 300 * 4 ** attempt } : { signal: stop.signal },
    );
    if (outcome === "aborted") stop.abort();
    if (outcome === "killed") void session.kill();
    expect(await session.exited).toMatchObject({ outcome, exitCode: undefined });
    expect(findTagged(tag)).toEqual([]);
  },
);

test("children that outlive the program are ended with it", async () => {
  const tag = `nasty-${crypto.randomUUID()}`;
  const { session } = start(`(env -i setsid bash -c 'trap "" HUP; sleep 300; :' ${tag} &); exit 0`);
  expect(await session.exited).toMatchObject({ outcome: "exited", exitCode: 0 });
  expect(findTagged(tag)).toEqual([]);
});

test("input and size after the end do no harm", async () => {
  const { session } = start("true");
  await session.exited;
  session.write("late");
  session.resize({ cols: 10, rows: 10 });
  await session.kill();
});

test("the screen shows what a terminal would", async () => {
  using screen = await PtyScreen.open({ cols: 20, rows: 4 });
  await screen.draw(Buffer.from("one\r\ntwo\x1b[1;1HONE\x1b[3;5H\x1b[31mred\x1b[0m\x1b[?1h"));
  expect(screen.readLines()).toEqual(["ONE", "two", "    red", ""]);
  expect(screen.cursor).toEqual({ column: 7, row: 2 });
  expect(screen.usesApplicationCursorKeys).toBe(true);
  screen.resize({ cols: 10, rows: 4 });
  await screen.draw(Buffer.from("\x1b[2J\x1b[Ha line longer than ten\r\nnext\r\n"));
  expect(screen.readText()).toContain("a line longer than ten\nnext");
});
