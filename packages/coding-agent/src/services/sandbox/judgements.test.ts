// Contract: what counts as a host, as a harmless new repository, as a socket of somebody else, as a sign of the sandbox.
import { describe, expect, test } from "bun:test";
import { isGranted, isOwnAddress, parseGrant } from "./granted-hosts.ts";
import { isHarmlessConfig } from "./harmless-git.ts";
import { listeningSockets } from "./other-sockets.ts";
import { deniedHint, putBackNote } from "./sandbox-notes.ts";
import { describeSandbox, noSandboxText, type SandboxStatus } from "./sandbox-status.ts";

describe("grants", () => {
  test.each<[string, object | undefined]>([
    ["example.com", { host: "example.com" }],
    ["Example.COM:8080", { host: "example.com", port: 8080 }],
    ["*.example.com", { host: "*.example.com" }],
    ["localhost:3000", { host: "localhost", port: 3000 }],
    ["[::1]:80", { host: "[::1]", port: 80 }],
    ["*", undefined],
    ["*.com:x", undefined],
    ["*.localhost", undefined],
    ["http://example.com", undefined],
    ["exa mple.com", undefined],
    ["example.com:99999", undefined],
    ["", undefined],
  ])("%p", (text, grant) => {
    expect(parseGrant(text)).toEqual(grant as never);
  });

  test.each<[string, string, number, boolean]>([
    ["example.com", "example.com", 443, true],
    ["example.com", "EXAMPLE.com.", 80, true],
    ["example.com", "notexample.com", 443, false],
    ["example.com", "a.example.com", 443, false],
    ["*.example.com", "a.example.com", 443, true],
    ["*.example.com", "a.b.example.com", 443, true],
    ["*.example.com", "example.com", 443, false],
    ["*.example.com", "evilexample.com", 443, false],
    ["example.com:443", "example.com", 80, false],
  ])("%s for %s:%d is %p", (text, host, port, isCovered) => {
    expect(
      isGranted(
        [parseGrant(text)].filter((one) => one !== undefined),
        host,
        port,
      ),
    ).toBe(isCovered);
  });

  test.each<[string, boolean]>([
    ["127.0.0.1", true],
    ["10.1.2.3", true],
    ["172.31.0.1", true],
    ["172.32.0.1", false],
    ["169.254.169.254", true],
    ["192.168.1.1", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["fd00::1", true],
    ["fe80::1", true],
    ["93.184.216.34", false],
    ["2606:2800::1", false],
  ])("%s is one of this machine's networks: %p", (address, isOwn) => {
    expect(isOwnAddress(address)).toBe(isOwn);
  });
});

describe("a new git config", () => {
  test.each<[string, boolean]>([
    ["[core]\n\trepositoryformatversion = 0\n\tbare = false\n", true],
    [
      '[remote "origin"]\n\turl = https://example.com/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
      true,
    ],
    ["[user]\n\tname = Ann\n", true],
    ["[core]\n\tfsmonitor = ./x\n", false],
    ["[core]\n\thooksPath = evil\n", false],
    ["[alias]\n\tst = !x\n", false],
    ["[include]\n\tpath = ../evil\n", false],
    ['[remote "origin"]\n\turl = ext::sh -c x\n', false],
    ['[filter "x"]\n\tclean = x\n', false],
    ["[core] fsmonitor = x\n", false],
    ["[core]\n\tbare = false \\\n\tfsmonitor = x\n", false],
  ])("%p is harmless: %p", (text, isHarmless) => {
    expect(isHarmlessConfig(text)).toBe(isHarmless);
  });
});

test("sockets of others are read from the kernel's table, names with blanks included", () => {
  const table = [
    "Num       RefCount Protocol Flags    Type St Inode Path",
    "0000000000000000: 00000002 00000000 00010000 0001 01 20 /run/a.sock",
    "0000000000000000: 00000002 00000000 00010000 0001 01 21 /home/x/my agent.sock",
    "0000000000000000: 00000002 00000000 00010000 0001 01 22 @abstract",
    "0000000000000000: 00000003 00000000 00000000 0001 03 23",
  ].join("\n");
  expect(listeningSockets(table)).toEqual(["/run/a.sock", "/home/x/my agent.sock"]);
});

describe("what the model is told", () => {
  test.each<[string, boolean]>([
    ["touch: cannot touch '/etc/x': Read-only file system", true],
    ["curl: (6) Could not resolve host: example.com", true],
    ["npm error code EROFS", true],
    ["3 tests failed", false],
  ])("%p is a sign of the sandbox: %p", (output, isSign) => {
    const hint = deniedHint();
    hint.observe(Buffer.from(output));
    expect(hint.notes()).toHaveLength(isSign ? 1 : 0);
  });

  test("a sign in two chunks is seen; one long ago is not", () => {
    const split = deniedHint();
    for (const part of ["Read-only fi", "le system"]) split.observe(Buffer.from(part));
    expect(split.notes()).toHaveLength(1);
    const early = deniedHint();
    early.observe(Buffer.from(`EROFS ${"x".repeat(10_000)}`));
    expect(early.notes()).toEqual([]);
  });

  test("what was put back is named", () => {
    expect(putBackNote([])).toEqual([]);
    expect(putBackNote(["/w/.omp"])).toEqual(["[Sandbox: protected, put back as before: /w/.omp]"]);
  });
});

describe("what a person is told", () => {
  const status: SandboxStatus = {
    state: "on",
    backend: "landlock",
    limits: ["modes"],
    tried: [{ name: "bubblewrap", problem: "no permission" }, { name: "landlock" }],
    network: "closed",
    hosts: ["example.com"],
    writable: ["/w"],
    protectedPaths: ["/w/.omp"],
  };

  test("the back end, its limits, what else was tried and why not", () => {
    expect(describeSandbox(status)).toMatchInlineSnapshot(`
      "Sandbox: landlock, tried by attempts to break it.
      Writable: /w, and a private temp folder
      Protected: /w/.omp
      Network: only example.com
      Not held by landlock: modes
      Also here: bubblewrap, does not hold: no permission
      Your own commands (!command) run outside unless sandbox.userCommands is set."
    `);
  });

  test("none, and why", () => {
    const tried = [{ name: "landlock" as const, problem: "can signal processes outside" }];
    const none = { ...status, state: "none" as const, tried };
    expect(noSandboxText(none)).toBe(
      "No sandbox works here (landlock: can signal processes outside); commands run with all your rights.",
    );
    expect(describeSandbox(none)).toContain(noSandboxText(none));
    expect(noSandboxText({ tried: [] })).toContain("this system has none that omp knows");
    expect(describeSandbox({ ...status, state: "off" })).toContain("off");
  });
});
