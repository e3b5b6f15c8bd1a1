// Contract: what bubblewrap and Seatbelt are told follows from the plan, in the order that makes it hold.
import { describe, expect, test } from "bun:test";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { foldersToPin, type SandboxPlan } from "./sandbox-backend.ts";
import { seatbeltProfile } from "./seatbelt.ts";
import { systemCallFilter } from "./system-call-filter.ts";

const plan: SandboxPlan = {
  writable: ["/work/project", "/work/extra"],
  temp: "/tmp/private",
  sharedTemps: ["/tmp"],
  readable: ["/tmp/tools"],
  protectedPaths: ["/work/project/.git/hooks", "/work/project/.git/config", "/work/project/.omp"],
  absentPaths: ["/work/project/.vscode"],
  reopened: ["/home/ann/.omp/agent/sessions/1/local"],
  hidden: ["/home/ann/.omp/agent/agent.db"],
  sockets: ["/home/ann/agent.sock"],
  hasNetwork: false,
};

test("folders above something protected are pinned, once", () => {
  expect(foldersToPin(plan)).toEqual(["/work/project/.git"]);
});

describe("bubblewrap", () => {
  const words = bubblewrapArguments(plan);
  const at = (...part: string[]): number => ` ${words.join(" ")} `.indexOf(` ${part.join(" ")} `);

  test("everything is closed first, then opened, then protected, then hidden", () => {
    const order = [
      at("--ro-bind", "/", "/"),
      at("--ro-bind-try", "/proc/sys", "/proc/sys"),
      at("--bind", "/tmp/private", "/tmp"),
      at("--bind", "/tmp/private", "/tmp/private"),
      at("--ro-bind", "/tmp/tools", "/tmp/tools"),
      at("--bind", "/work/project", "/work/project"),
      at("--bind", "/work/project/.git", "/work/project/.git"),
      at("--ro-bind", "/work/project/.git/hooks", "/work/project/.git/hooks"),
      at("--bind", ...Array<string>(2).fill("/home/ann/.omp/agent/sessions/1/local")),
      at("--ro-bind", "/dev/null", "/home/ann/.omp/agent/agent.db"),
      at("--ro-bind", "/dev/null", "/home/ann/agent.sock"),
    ];
    expect(order.every((index) => index >= 0)).toBe(true);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });

  test("namespaces, no privileges, and the network only when it is open", () => {
    for (const flag of ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--die-with-parent"])
      expect(words).toContain(flag);
    expect(at("--cap-drop", "ALL")).toBeGreaterThan(0);
    expect(words).toContain("--unshare-net");
    expect(bubblewrapArguments({ ...plan, hasNetwork: true })).not.toContain("--unshare-net");
  });
});

describe("Seatbelt", () => {
  test("the whole profile", () => {
    expect(seatbeltProfile(plan)).toMatchInlineSnapshot(`
      "(version 1)
      (deny default)
      (allow process-fork process-exec)
      (allow signal (target same-sandbox))
      (allow process-info* (target same-sandbox))
      (allow sysctl-read)
      (allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))
      (allow ipc-posix-sem ipc-posix-shm-read*)
      (allow pseudo-tty)
      (allow file-read*)
      (allow file-ioctl (regex #"^/dev/tty"))
      (allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))
      (allow file-write* (subpath "/work/project") (subpath "/work/extra") (subpath "/tmp/private"))
      (deny file-write* (subpath "/work/project/.git/hooks"))
      (deny file-write* (subpath "/work/project/.git/config"))
      (deny file-write* (subpath "/work/project/.omp"))
      (deny file-write* (subpath "/work/project/.vscode"))
      (deny file-write-unlink (literal "/work/project/.git"))
      (allow file-write* (subpath "/home/ann/.omp/agent/sessions/1/local"))
      (deny file-read* file-write* (literal "/home/ann/.omp/agent/agent.db"))
      (deny file-read* file-write* (literal "/home/ann/agent.sock"))
      (deny network*)
      "
    `);
  });

  test("a path cannot end its string", () => {
    const odd = { ...plan, writable: ['/work/a"b\\c'] };
    expect(seatbeltProfile(odd)).toContain(String.raw`(subpath "/work/a\"b\\c")`);
  });

  test("an open network", () => {
    const profile = seatbeltProfile({ ...plan, hasNetwork: true });
    expect(profile).toContain("(allow network*)");
    expect(profile).not.toContain("(deny network*)");
  });
});

describe("the system call filter", () => {
  test.each(["x64", "arm64"])("whole instructions that end by allowing, on %s", (architecture) => {
    for (const isolatesSockets of [true, false]) {
      const bytes = systemCallFilter(architecture, { isolatesSockets }) ?? new Uint8Array();
      expect(bytes.length % 8).toBe(0);
      expect(Buffer.from(bytes).readUInt32LE(bytes.length - 4)).toBe(0x7fff0000);
    }
  });

  test("none where the numbers are not known", () => {
    expect(systemCallFilter("riscv64", { isolatesSockets: false })).toBeUndefined();
  });
});
