// Runs the checks, builds the binary that the tests drive, runs every test file, and closes with one
// plain line of counts. Arguments are passed on to the test runner as path filters.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readTestReport, type TestReport } from "./test-report.ts";

const root = join(import.meta.dir, "..");
const bun = join(root, "scripts/bun");

/** The public data lies beside the project; a clone without it skips what needs it, with a reason, in CI too. */
const hasCorpora = existsSync(process.env["CORPORA"] ?? join(root, "../shared/corpora"));
const isStrict = process.env["CI"] === "true" && hasCorpora;

/** Runs a step with its output passed through; true when it succeeded. */
async function runStep(title: string, command: string[]): Promise<boolean> {
  const started = performance.now();
  console.log(`\n── ${title}`);
  const child = Bun.spawn(command, {
    cwd: root,
    stdout: "inherit",
    stderr: "inherit",
    stdin: "ignore",
    env: { ...process.env, CI: isStrict ? "true" : undefined },
  });
  const ok = (await child.exited) === 0;
  console.log(
    `── ${title}: ${ok ? "ok" : "FAILED"} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  return ok;
}

const filters = process.argv.slice(2);
const CACHE = join(root, "node_modules/.cache");
/** More than a few files that fail are a fault, not an accident. */
const MAX_REPEATED_FILES = 3;

interface TestRun {
  readonly isOk: boolean;
  readonly report: TestReport | undefined;
}

async function runTests(title: string, args: readonly string[]): Promise<TestRun> {
  mkdirSync(CACHE, { recursive: true });
  const reportPath = join(CACHE, "test-report.xml");
  await Bun.file(reportPath)
    .delete()
    .catch(() => undefined);
  const isOk = await runStep(title, [
    bun,
    "test",
    "--preload=./scripts/test-seed.ts",
    "--timeout=60000",
    "--only-failures",
    "--reporter=junit",
    `--reporter-outfile=${reportPath}`,
    ...args,
  ]);
  const file = Bun.file(reportPath);
  return { isOk, report: (await file.exists()) ? readTestReport(await file.text()) : undefined };
}

/**
 * Files with a failure are run once more, alone: see docs/decisions/0008-unsteady-tests.md. Undefined when there is
 * nothing to repeat or too much.
 */
async function repeat({ isOk, report }: TestRun): Promise<TestRun | undefined> {
  if (isOk || report === undefined || filters.length > 0) return undefined;
  // A file that cannot even be loaded is not in the report.
  const isWhole = (await testFiles()).every((file) => report.files.has(file));
  const files = [...report.failures.keys()];
  if (!isWhole || files.length === 0 || files.length > MAX_REPEATED_FILES) return undefined;
  return runTests(
    "tests that failed, once more and alone",
    files.map((file) => `./${file}`),
  );
}

async function testFiles(): Promise<string[]> {
  const glob = new Bun.Glob("{packages,scripts,benchmarks}/**/*.test.ts");
  const files = await Array.fromAsync(glob.scan({ cwd: root }));
  return files.filter((file) => !file.includes("node_modules/"));
}

let isGreen = true;
if (!hasCorpora) console.log("No corpora beside this clone: what needs them is skipped.");
if (filters.length === 0) {
  isGreen = (await runStep("checks", [bun, "scripts/check.ts"])) && isGreen;
  isGreen = (await runStep("build", [bun, "scripts/build.ts"])) && isGreen;
}
const first = await runTests("tests", ["--parallel=2", ...filters]);
const second = await repeat(first);
const isSteady = second?.isOk !== true;
if (first.report === undefined)
  console.error("The test runner wrote no report; see its output above.");
const { passed, failed, skipped, failures } = first.report ?? readTestReport("");
const skipsForbidden = isStrict && skipped > 0;
if (skipsForbidden)
  console.error("Skipped tests are not allowed when CI=true; install what they need.");
if (!isSteady) {
  console.log(
    "\nUnsteady: failed beside other tests, passed alone. Each of these is a fault to mend:",
  );
  for (const [file, names] of failures) for (const name of names) console.log(`  ${file}: ${name}`);
}
const failedTwice = isSteady ? failed : 0;
console.log(`\n${passed + failed - failedTwice} passed, ${failedTwice} failed, ${skipped} skipped`);
const testsOk = first.report !== undefined && (first.isOk || !isSteady);
process.exit(isGreen && testsOk && failedTwice === 0 && !skipsForbidden ? 0 : 1);
