// Contract: `/sandbox` says truthfully what holds: on, with what is writable, protected, reachable and not held; off; none,
// with what was tried and why it does not hold.
import { expect, test } from "bun:test";
import { describeSandbox, noSandboxText, type SandboxStatus } from "./sandbox-status.ts";

const on: SandboxStatus = {
  state: "on",
  backend: "landlock",
  limits: ["single hosts cannot be granted"],
  tried: [{ name: "bubblewrap", problem: "no permission" }, { name: "landlock" }],
  network: "closed",
  hosts: [],
  writable: ["/work"],
  protectedPaths: ["/work/.omp", "/work/.git/hooks"],
};

test("on: everything that holds, and what does not", () => {
  expect(describeSandbox(on)).toBe(
    [
      "Sandbox: landlock, tried by attempts to break it.",
      "Writable: /work, and a private temp folder",
      "Protected: /work/.omp, /work/.git/hooks",
      "Network: none",
      "Not held by landlock: single hosts cannot be granted",
      "Also here: bubblewrap, does not hold: no permission",
      "Your own commands (!command) run outside unless sandbox.userCommands is set.",
    ].join("\n"),
  );
});

test.each([
  [{ hosts: ["example.com", "*.crates.io"] }, "Network: only example.com, *.crates.io"],
  [{ network: "open" }, "Network: open (sandbox.network)"],
  [{ protectedPaths: [] }, "Protected: nothing inside the workspace"],
] as const)("on, with %p", (changes, line) => {
  expect(describeSandbox({ ...on, ...changes }).split("\n")).toContain(line);
});

test("off: nothing is claimed", () => {
  expect(describeSandbox({ ...on, state: "off" })).toBe(
    "Sandbox: off (sandbox.enabled). Commands run with all your rights.",
  );
});

test("none: what was tried and why it does not hold", () => {
  const tried = [{ name: "bubblewrap", problem: "no permission" }] as const;
  expect(describeSandbox({ ...on, state: "none", tried })).toBe(
    "Sandbox: none.\nNo sandbox works here (bubblewrap: no permission); commands run with all your rights.",
  );
  expect(noSandboxText({ tried: [] })).toBe(
    "No sandbox works here (this system has none that omp knows); commands run with all your rights.",
  );
});
