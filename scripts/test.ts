// Runs the checks, builds the binary that the tests drive, runs every test file, and closes with one
// plain line of counts. Arguments are passed on to the test runner as path filters.
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const bun = join(root, "scripts/bun");

/** Runs a step with its output passed through; true when it succeeded. */
async function runStep(title: string, command: string[]): Promise<boolean> {
  const started = performance.now();
  console.log(`\n── ${title}`);
  const child = Bun.spawn(command, {
    cwd: root,
    stdout: "inherit",
    stderr: "inherit",
    stdin: "ignore",
  });
  const ok = (await child.exited) === 0;
  console.log(
    `── ${title}: ${ok ? "ok" : "FAILED"} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  return ok;
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Reads the totals from the JUnit report that the runner wrote. */
async function readCounts(reportPath: string): Promise<Counts | undefined> {
  const report = Bun.file(reportPath);
  if (!(await report.exists())) return undefined;
  const head = /<testsuites[^>]*>/.exec(await report.text())?.[0] ?? "";
  const read = (name: string): number =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = read("failures") + read("errors");
  return { passed: read("tests") - failed - read("skipped"), failed, skipped: read("skipped") };
}

const filters = process.argv.slice(2);
const reportPath = join(root, "node_modules/.cache/test-report.xml");
let isGreen = true;
if (filters.length === 0) {
  isGreen = (await runStep("checks", [bun, "scripts/check.ts"])) && isGreen;
  isGreen = (await runStep("build", [bun, "scripts/build.ts"])) && isGreen;
}
const testsOk = await runStep("tests", [
  bun,
  "test",
  "--preload=./scripts/test-seed.ts",
  "--timeout=60000",
  "--only-failures",
  "--parallel=2",
  "--reporter=junit",
  `--reporter-outfile=${reportPath}`,
  ...filters,
]);
const counts = await readCounts(reportPath);
if (counts === undefined) console.error("The test runner wrote no report; see its output above.");
const { passed, failed, skipped } = counts ?? { passed: 0, failed: 1, skipped: 0 };
const skipsForbidden = process.env["CI"] === "true" && skipped > 0;
if (skipsForbidden)
  console.error("Skipped tests are not allowed when CI=true; install what they need.");
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(isGreen && testsOk && failed === 0 && !skipsForbidden ? 0 : 1);
