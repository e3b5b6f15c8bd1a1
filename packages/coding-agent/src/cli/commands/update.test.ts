// `omp update` asks npm, away from the project, tells whether there is something newer, and installs nothing.
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json";
import { createOmp } from "../../testing/omp-process.ts";

/** An npm that says this and leaves a note of how it was called. */
function fakeNpm(omp: ReturnType<typeof createOmp>, answer: string): Record<string, string> {
  const bin = join(omp.workspace.root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "npm"), `#!/bin/sh\necho "$PWD $*" >> ${bin}/calls\n${answer}\n`);
  chmodSync(join(bin, "npm"), 0o755);
  return { PATH: `${bin}:/usr/bin:/bin` };
}

describe("omp update", () => {
  const cases: [answer: string, says: string, isCurrent: boolean][] = [
    ["echo 99.1.0", "The newest version is 99.1.0.", false],
    [`echo ${version}`, "It is the newest version.", true],
    ["exit 1", "npm could not be asked", false],
    ["echo '<html>'", "npm could not be asked", false],
  ];
  test.each(cases)("npm: %s", async (answer, says, isCurrent) => {
    await using omp = createOmp();
    const env = fakeNpm(omp, answer);
    const run = await omp.run(["update"], { env });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout).toStartWith(`This is omp ${version}. ${says}`);
    expect(run.stdout.includes("npm install -g")).toBe(!isCurrent);
    const told = JSON.parse((await omp.run(["update", "--check", "--json"], { env })).stdout);
    expect(told).toMatchObject({ version, isCurrent });
    const calls = readFileSync(join(omp.workspace.root, "bin/calls"), "utf8").trim().split("\n");
    for (const call of calls)
      expect(call).toBe(`${omp.workspace.home} view @oh-my-pi/pi-coding-agent version`);
  });

  test("without npm it says so", async () => {
    await using omp = createOmp();
    const run = await omp.run(["update"], { env: { PATH: "/nowhere" } });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout).toContain("npm could not be asked");
  });

  test("--force is refused with the command that does it", async () => {
    await using omp = createOmp();
    const run = await omp.run(["update", "-f"]);
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain("npm install -g");
  });
});
