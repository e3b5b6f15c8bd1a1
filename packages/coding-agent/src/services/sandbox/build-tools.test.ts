// Contract: git, npm, pytest, cargo and go do their everyday work inside every back end that holds on this machine.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { SandboxWorld, workingBackends } from "../../testing/sandbox-world.ts";

// A compiler without a cache of its own takes its time.
setDefaultTimeout(180_000);

interface Job {
  readonly program: string;
  readonly command: string;
  readonly prints: string;
}

/** One that has pytest. */
const PYTHON = ["python3", "/usr/bin/python3"].find(
  (python) =>
    Bun.which(python) !== null &&
    Bun.spawnSync([python, "-c", "import pytest"], { stderr: "ignore" }).exitCode === 0,
);

const JOBS: Readonly<Record<string, Job>> = {
  "git commit": {
    program: "git",
    command: 'echo more >> readme.md && git commit -qam "second" && git log --format=%s | head -1',
    prints: "second",
  },
  "git branch, merge, stash": {
    program: "git",
    command:
      "git switch -qc topic && echo t > topic && git add topic && git commit -qm topic && echo d >> topic && git stash -q && git switch -q main && git merge -q topic && git stash pop -q && cat topic",
    prints: "t\nd",
  },
  "a commit in a new repository": {
    program: "git",
    command:
      "mkdir -p fresh && cd fresh && git init -q && echo x > x && git add x && git commit -qm new && git log --format=%s",
    prints: "new",
  },
  npm: {
    program: "npm",
    command: `mkdir -p js/dep && cd js && echo '{"name":"dep","version":"1.0.0","main":"i.js"}' > dep/package.json && echo 'module.exports = 42' > dep/i.js &&
echo '{"name":"app","version":"1.0.0","dependencies":{"dep":"file:./dep"},"scripts":{"test":"node t.js"}}' > package.json &&
echo 'console.log("answer", require("dep"))' > t.js && npm install --offline --no-audit --no-fund --silent && npm test --silent`,
    prints: "answer 42",
  },
  pytest: {
    program: PYTHON ?? "python3 with pytest",
    command: `mkdir -p py && cd py && printf 'import tempfile\\ndef test_one(tmp_path):\\n    (tmp_path / "f").write_text("x")\\n    assert tempfile.mkdtemp()\\n' > test_one.py && ${PYTHON} -m pytest -q`,
    prints: "1 passed",
  },
  cargo: {
    program: "cargo",
    command: `mkdir -p rs/src && cd rs && printf '[package]\\nname = "one"\\nversion = "0.1.0"\\nedition = "2021"\\n' > Cargo.toml &&
printf '#[test]\\nfn one() { assert_eq!(1, 1); }\\n' > src/lib.rs && cargo test --offline -q`,
    prints: "test result: ok. 1 passed",
  },
  go: {
    program: "go",
    command: `mkdir -p go && cd go && printf 'module one\\n' > go.mod && printf 'package one\\nimport "testing"\\nfunc TestOne(t *testing.T) {}\\n' > one_test.go && GOFLAGS=-mod=mod go test ./...`,
    prints: "ok",
  },
  "a server and its client on the loopback": {
    program: "python3",
    command: `python3 -c '
import http.server, threading, urllib.request
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("status", urllib.request.urlopen("http://127.0.0.1:%d/" % server.server_port).status)' 2>/dev/null`,
    prints: "status 200",
  },
};

/** Programs that find their own parts by the real home folder. */
const TOOL_HOMES = Object.fromEntries(
  Object.entries({ PYENV_ROOT: ".pyenv", RUSTUP_HOME: ".rustup", CARGO_HOME: ".cargo" })
    .map(([name, folder]) => [name, process.env[name] ?? join(homedir(), folder)] as const)
    .filter(([, folder]) => existsSync(folder)),
);
const PATH = process.env["PATH"] ?? "";

const isHere = ({ program }: Job): boolean => Bun.which(program) !== null;
const here = Object.entries(JOBS).filter(([, job]) => isHere(job));
const missing = Object.keys(JOBS).filter((name) => !here.some(([known]) => known === name));
for (const name of missing) console.log(`not run here: ${name}, for want of the program`);

test.skipIf(process.env["CI"] !== "true")("every tool is tried", () => {
  expect(missing).toEqual([]);
});
const { working } = await workingBackends();

describe.each(working.map((backend) => [backend.name, backend] as const))("%s", (_, backend) => {
  let world: SandboxWorld;
  beforeAll(async () => {
    world = await SandboxWorld.open(backend, { path: PATH });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const fit = here.filter(([name]) => backend.hasOwnLoopback || !name.includes("loopback"));
  test.each(fit)("%s", async (_name, { command, prints }) => {
    const { output, exitCode } = await world.run(command, { env: TOOL_HOMES });
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringContaining(prints) });
  });
});
