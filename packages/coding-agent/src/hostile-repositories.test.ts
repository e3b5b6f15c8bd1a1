// G4: opening a repository runs nothing of it, connects nowhere, reads nothing outside it and loosens no rule. Each
// repository is opened by the real binary while the system calls are watched.
import { describe, expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOSTILE } from "./testing/hostile-repositories.ts";
import { builtBinary, createOmp } from "./testing/omp-process.ts";

const OUTSIDE_TEXT = "outside-text-that-nobody-may-see-4711";
const watched = skipUnless(requireTool("strace"));

interface Seen {
  readonly programs: readonly string[];
  readonly addresses: readonly string[];
  readonly opened: readonly string[];
}

function readTrace(path: string): Seen {
  const lines = readFileSync(path, "utf8").split("\n");
  const all = (pattern: RegExp): string[] =>
    lines.filter((line) => !/= -1 E/.test(line)).flatMap((line) => pattern.exec(line)?.[1] ?? []);
  return {
    programs: all(/execve\("([^"]*)"/),
    addresses: lines.flatMap((line) => /sin6?_port=htons\((\d+)\)/.exec(line)?.[1] ?? []),
    opened: all(/open(?:at)?2?\([^"]*"([^"]*)"/),
  };
}

async function open(name: string, extra: readonly string[]) {
  await using omp = createOmp();
  const { workspace } = omp;
  const outside = join(workspace.root, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "secret"), OUTSIDE_TEXT);
  const pwned = join(workspace.root, "PWNED");
  const cwd =
    HOSTILE[name]?.({
      workspace,
      mark: `touch ${pwned}`,
      script: `require("node:fs").writeFileSync(${JSON.stringify(pwned)}, "1");\nexport default () => {};`,
      outside: join(outside, "secret"),
      address: "http://127.0.0.1:9",
    }) ?? workspace.path;
  omp.models.script(...(extra.length > 0 ? [reply(text("Hello."))] : []));
  const trace = join(workspace.root, "trace");
  const strace = [
    "strace",
    "-f",
    "-qq",
    "-s",
    "4096",
    "-e",
    "trace=execve,connect,open,openat,openat2",
    "-o",
    trace,
  ];
  const command = [builtBinary(), "--model", "fake/m", ...extra, "-p", "hi"];
  const run = await runProcess([...strace, "--", ...command], {
    cwd,
    env: workspace.env(),
    deadlineMs: 20_000,
  });
  return {
    run,
    seen: readTrace(trace),
    requests: [...omp.models.requests],
    port: new URL(omp.models.url).port,
    isPwned: existsSync(pwned) || existsSync(workspace.at("PWNED")),
    inside: realpathSync(workspace.path),
    outside,
  };
}

/** What starting omp takes in any folder. */
const OWN_PROGRAMS = new Set([builtBinary()]);

function expectHarmless(opened: Awaited<ReturnType<typeof open>>): void {
  const { run, seen, requests, port, isPwned, outside } = opened;
  expect(run.isTimedOut).toBe(false);
  expect(isPwned).toBe(false);
  expect(seen.programs.filter((path) => !OWN_PROGRAMS.has(path))).toEqual([]);
  expect(seen.addresses.filter((address) => address !== port)).toEqual([]);
  expect(seen.opened.filter((path) => path.startsWith(outside))).toEqual([]);
  expect(run.stdout + run.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  for (const { body, headers } of requests) {
    expect(body).not.toContain(OUTSIDE_TEXT);
    expect(body).not.toContain("PWNED-PROMPT");
    expect(headers.get("x-api-key")).toBe("test-key");
  }
}

describe("a hostile repository", () => {
  test("there are at least 40 of them", () => {
    expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(40);
  });

  for (const name of Object.keys(HOSTILE)) {
    watched(
      name,
      async () => {
        const ignored = await open(name, ["--no-project"]);
        expect(ignored.run.exitCode).toBe(0);
        expect(ignored.requests).toHaveLength(1);
        expectHarmless(ignored);
      },
      40_000,
    );
  }

  // Settings wait for trust: without a person the run is refused, with a code of its own, before anything is asked.
  for (const name of Object.keys(HOSTILE).filter((each) => /^settings (?!in other)/.test(each)))
    watched(
      `${name}: refused without trust`,
      async () => {
        const refused = await open(name, []);
        expect(refused.run.exitCode).toBe(6);
        expect(refused.requests).toEqual([]);
        expectHarmless(refused);
      },
      40_000,
    );
});
