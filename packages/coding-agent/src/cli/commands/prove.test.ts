// The report says what holds here, is dated, names what does not hold, and fails when something does not.
import { describe, expect, test } from "bun:test";
import { requireTool } from "@oh-my-pi/pi-testkit/require";
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp } from "../../testing/omp-process.ts";
import { PROOFS } from "../prove/proofs.ts";
import { shownText, summaryText } from "../prove/report.ts";

interface Report {
  readonly date: string;
  readonly seconds: number;
  readonly shown: readonly {
    readonly id: string;
    readonly state: string;
    readonly detail: string;
  }[];
}

const NEEDS = ["git", "tmux", "setsid"];
const isEquipped = NEEDS.every((tool) => requireTool(tool).missing === undefined);

describe("omp prove", () => {
  test("shows every promise within a minute, for programs", async () => {
    await using omp = createOmp();
    const agentDir = join(omp.workspace.home, ".omp/agent");
    for (const name of readdirSync(agentDir)) chmodSync(join(agentDir, name), 0o600);
    const run = await omp.run(["prove", "--json"]);
    const report = JSON.parse(run.stdout) as Report;
    expect(report.date).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(report.seconds).toBeLessThan(60);
    expect(report.shown.map(({ id }) => id)).toEqual(PROOFS.map(({ id }) => id));
    const failing = report.shown.filter(({ state }) => state === "fails");
    // A machine of tests may have no sandbox; then that is what is said.
    expect(failing.filter(({ id }) => id !== "sandbox")).toEqual([]);
    if (isEquipped)
      expect(report.shown.filter(({ state }) => state === "unknown").map(({ id }) => id)).toEqual([
        "audit",
      ]);
    expect(run.exitCode).toBe(failing.length === 0 ? 0 : 1);
    expect(readdirSync(join(omp.workspace.root, "tmp"))).toEqual([]);
  }, 90_000);

  test("says so where there is no git and no tmux", async () => {
    await using omp = createOmp();
    const bin = join(omp.workspace.root, "bin");
    mkdirSync(bin);
    for (const name of ["bash", "sh", "cat", "env", "touch", "true"]) {
      const path = Bun.which(name);
      if (path !== null) symlinkSync(path, join(bin, name));
    }
    const run = await omp.run(["prove", "stranger", "scrollback"], { env: { PATH: bin } });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(
      /A stranger's repository runs nothing\n {2}– cannot be shown here: git/,
    );
    expect(run.stdout).toContain("there is none");
    expect(run.stdout).toContain("0 of 2 promises hold here, 2 could not be shown.");
  }, 60_000);

  test("a file that others can read is found, with the way to close it", async () => {
    await using omp = createOmp();
    const open = join(omp.workspace.home, ".omp/agent/open.txt");
    writeFileSync(open, "");
    chmodSync(open, 0o644);
    const run = await omp.run(["prove", "own-files"]);
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain("✗ DOES NOT HOLD: others can read");
    expect(run.stdout).toContain("0 of 1 promises hold here, 1 not.");
  });

  test("an unknown name is refused with those there are", async () => {
    await using omp = createOmp();
    const run = await omp.run(["prove", "everything"]);
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain("There are crash, sandbox,");
  });
});

test("long findings are wrapped below their promise, and the end sums up", () => {
  const detail = "word ".repeat(40).trim();
  const text = shownText({ state: "fails", detail, seconds: 1.26 });
  expect(text).toStartWith("  ✗ DOES NOT HOLD: word");
  expect(text.split("\n").every((line) => line.length <= 100)).toBe(true);
  expect(text).toEndWith("(1.3 s)\n");
  const shown = (["holds", "fails", "unknown"] as const).map((state) => ({
    state,
    detail,
    seconds: 1,
  }));
  expect(summaryText(shown, 3)).toBe(
    "\n1 of 3 promises hold here, 1 not, 1 could not be shown. 3.0 s.\n",
  );
});
