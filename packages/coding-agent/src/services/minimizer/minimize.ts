// Leaves out of a program's output the lines that tell nothing. Whatever the minimizer thinks, a line that may speak of a
// problem stays. Pure.
import type { Minimizer } from "./minimizer.ts";

const PROBLEM =
  /error|\berr\b|err!|fail|fatal|panic|exception|traceback|denied|refus|reject|conflict|abort|kill|crash|segfault|segmentation|assert|unable|cannot|can't|could not|couldn't|not found|no such|missing|invalid|undefined|unresolved|unknown|timed? ?out|vulnerab|[✗✕✖×●❌⨯]/i;

/** Whether a line may speak of a problem. */
export function isProblemLine(line: string): boolean {
  return PROBLEM.test(line);
}

const LEAST_SAVED_BYTES = 200;
const LEAST_SAVED_SHARE = 0.1;

/** The shorter text, or undefined when it would hardly be shorter. */
export function minimizeOutput(minimizer: Minimizer, text: string): string | undefined {
  const isNoise = minimizer.filter();
  const kept: string[] = [];
  for (const line of splitLines(text)) {
    const plain = Bun.stripANSI(line);
    const isBlank = plain.trim() === "";
    if (isBlank && (kept.length === 0 || kept.at(-1) === "")) continue;
    if (isBlank) kept.push("");
    else if (!isNoise(plain) || isProblemLine(plain)) kept.push(line);
  }
  const short = `${kept.join("\n").trimEnd()}\n`;
  const saved = text.length - short.length;
  const isWorthIt = saved >= LEAST_SAVED_BYTES && saved >= text.length * LEAST_SAVED_SHARE;
  return isWorthIt ? short : undefined;
}

/** A carriage return starts a line anew: progress displays are lines that nobody needs twice. */
function splitLines(text: string): string[] {
  return text.split(/\r*\n|\r+/);
}
