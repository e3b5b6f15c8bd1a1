// `npm run bench [name …]`: runs the benchmarks, prints a table of ratios, writes results/latest.json, and
// marks what got worse than budget.json records. `--record` takes the present ratios over as the budget.
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Benchmark, isRegression, judge, type Verdict } from "./benchmark.ts";

const here = import.meta.dir;
const budgetFile = Bun.file(join(here, "budget.json"));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isRecording = process.argv.includes("--record");

async function measure(benchmark: Benchmark): Promise<Verdict> {
  await using sides = await benchmark.setUp();
  await sides.subject();
  await sides.reference();
  const subject: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < benchmark.rounds; round++) {
    subject.push(await sides.subject());
    reference.push(await sides.reference());
    if (process.stderr.isTTY)
      process.stderr.write(`\r${benchmark.name} ${round + 1}/${benchmark.rounds} `);
  }
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  return judge(benchmark, subject, reference);
}

function format(verdict: Verdict, recorded: number | undefined): string {
  const { subject, reference, unit, ratio, bar, holds } = verdict;
  const figure = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ${unit}`;
  const notes = [
    holds ? "ok" : "OVER THE BAR",
    isRegression(ratio, recorded) ? `worse than recorded ${recorded?.toFixed(2)}×` : "",
  ].filter(Boolean);
  return [
    verdict.name.padEnd(26),
    `${figure(subject.median)} (min ${figure(subject.min)})`.padEnd(30),
    `against ${figure(reference.median)}`.padEnd(22),
    `${ratio.toFixed(2)}× of ${bar}×`.padEnd(18),
    notes.join(", "),
  ].join("");
}

/** Measures one file; in a process of its own, so that no benchmark weighs on another. */
async function measureAlone(file: string): Promise<Verdict> {
  const command = [join(here, "../scripts/bun"), import.meta.path, "--one", file];
  const child = Bun.spawn(command, { cwd: join(here, ".."), stdout: "pipe", stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${file} could not be measured.`);
  return JSON.parse(text) as Verdict;
}

const one = process.argv.indexOf("--one");
if (one !== -1) {
  const { default: benchmark } = (await import(join(here, process.argv[one + 1] ?? ""))) as {
    default: Benchmark;
  };
  console.log(JSON.stringify(await measure(benchmark)));
  process.exit(0);
}
const budget: Record<string, number> = (await budgetFile.exists()) ? await budgetFile.json() : {};
const files = [...new Bun.Glob("*.bench.ts").scanSync({ cwd: here })].sort();
const verdicts: Verdict[] = [];
for (const file of files) {
  const name = basename(file, ".bench.ts");
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const verdict = await measureAlone(file);
  verdicts.push(verdict);
  console.log(format(verdict, budget[verdict.name]));
}
if (verdicts.length === 0) {
  console.error(`No benchmark matches ${wanted.join(" ")}; there are: ${files.join(" ")}`);
  process.exit(2);
}
await mkdir(join(here, "results"), { recursive: true });
await Bun.write(join(here, "results/latest.json"), `${JSON.stringify(verdicts, null, 2)}\n`);
if (isRecording) {
  for (const { name, ratio } of verdicts) budget[name] = Number(ratio.toFixed(3));
  await Bun.write(budgetFile, `${JSON.stringify(budget, null, 2)}\n`);
}
process.exit(verdicts.every((verdict) => verdict.holds) ? 0 : 1);
