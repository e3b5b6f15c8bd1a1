// What must hold for a session whose writer died: exactly what was promised is there, and at most the one
// entry that was being written; and the file is whole again after the next append.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { openSessionLog } from "../open-log.ts";
import { numberedEntry, numbersOf } from "./numbered-entry.ts";

/** What a dead writer has said. */
export interface Testimony {
  /** Numbers of entries that were promised, oldest first. */
  readonly promised: readonly number[];
  /** The number that it would have written next. */
  readonly next: number;
}

/** Reads what a scripted writer printed; a last line that was cut off does not count. */
export function testimonyOf(stdout: string, first = 0): Testimony {
  const lines = stdout.split("\n").slice(0, -1);
  const promised = lines.flatMap((line) => {
    const [, number] = /^promised (\d+)$/.exec(line) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  return { promised, next: (promised.at(-1) ?? first - 1) + 1 };
}

/** Opens a session after its writer's death and says what is wrong with it, if anything. */
export function problemsAfterDeath(file: string, { promised, next }: Testimony): string[] {
  const problems: string[] = [];
  const place = { file, cwd: "/w", platform: process.platform, now: () => 0 };
  {
    using log = openSessionLog(place);
    const found = numbersOf(log);
    const [exactly, withNext] = [promised.join(), [...promised, next].join()];
    if (found.join() !== exactly && found.join() !== withNext)
      problems.push(`promised ${exactly}, found ${found.join()}`);
    if (log.report.headerProblem !== undefined) problems.push(log.report.headerProblem);
    if (log.report.unreadableLines.length > 0) problems.push("unreadable lines");
    log.append(numberedEntry(9999));
  }
  return [...problems, ...problemsOfFile(file)];
}

/** What is wrong with the bytes of a file that was closed: torn lines, doubles, gaps, leftovers. */
export function problemsOfFile(file: string): string[] {
  const problems: string[] = [];
  const text = readFileSync(file, "utf8");
  if (!text.endsWith("\n")) problems.push("the last line has no end");
  const ids = new Set<string>();
  let parentId: string | null = null;
  for (const [index, line] of text.trimEnd().split("\n").entries()) {
    const value = parse(line);
    if (value === undefined) problems.push(`line ${index + 1} is torn`);
    else if (index === 0) {
      if (value["type"] !== "session") problems.push("no header");
    } else {
      const id = String(value["id"]);
      if (ids.has(id)) problems.push(`line ${index + 1} is a double`);
      if (value["parentId"] !== parentId) problems.push(`line ${index + 1} hangs on a gap`);
      ids.add(id);
      parentId = id;
    }
  }
  return [...problems, ...leftoversOf(file).map((name) => `${name} was left behind`)];
}

function leftoversOf(file: string): string[] {
  if (!existsSync(dirname(file))) return [];
  return readdirSync(dirname(file)).filter(
    (name) => name.startsWith(basename(file)) && name !== basename(file),
  );
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // That it cannot be parsed is the finding.
    return undefined;
  }
}
