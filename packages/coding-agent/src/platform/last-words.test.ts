// A defect that nobody caught, in a real omp: one plain line, an exit code, the whole in the log; no stack trace and no secret.
import { describe, expect, test } from "bun:test";
import { createCanary } from "@oh-my-pi/pi-testkit/canary";
import { startProcess } from "@oh-my-pi/pi-testkit/process";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const MAIN = join(import.meta.dir, "../main.ts");

/** Breaks once somebody listens for it: before that omp has not begun. */
const once = (code: string): string =>
  `const timer = setInterval(() => {
    if (process.listenerCount("uncaughtException") === 0) return;
    clearInterval(timer);
    ${code}
  }, 1);`;

const ways: [name: string, code: (message: string) => string][] = [
  ["an exception", (message) => once(`throw new Error(${message});`)],
  ["a rejection", (message) => once(`void Promise.reject(new Error(${message}));`)],
];

describe("what nobody caught", () => {
  for (const [name, code] of ways)
    test(`${name} ends omp with one line, and holds no secret`, async () => {
      using workspace = createWorkspace();
      const canary = createCanary("value-");
      const message = '"it broke on " + process.env.MY_SECRET + "\\u001b]0;title"';
      workspace.write({ "break.ts": code(message) });
      const command = [process.execPath, "--preload", workspace.at("break.ts"), MAIN];
      const child = startProcess([...command, "--mode", "rpc"], {
        cwd: workspace.path,
        env: workspace.env({ MY_SECRET: canary.value }),
      });
      const run = await child.exited;
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toMatch(/^omp: something went wrong inside omp: it broke on .*\n.*\n$/);
      expect(run.stderr).not.toMatch(/\u001b|at .*\.ts:/);
      expect(canary.find(run.stdout + run.stderr)).toEqual([]);
      const log = join(workspace.home, ".omp/logs/omp.log");
      expect(readFileSync(log, "utf8")).toContain("it broke on");
      expect(canary.find(readFileSync(log))).toEqual([]);
      expect(statSync(log).mode & 0o777).toBe(0o600);
    });
});
