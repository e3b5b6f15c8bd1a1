// Collects what a wire format's grammar finds wrong with a body.
import type { GrammarViolation } from "../model/protocol.ts";

/** A text, or a way to make it: most places are never written down. */
export type Lazily = string | (() => string);

export class GrammarReport {
  readonly violations: GrammarViolation[] = [];

  /** Notes the problem unless the condition holds; says whether it does. */
  expect(condition: boolean, at: Lazily, problem: Lazily): boolean {
    if (!condition) this.violations.push({ at: textOf(at), problem: textOf(problem) });
    return condition;
  }
}

function textOf(lazily: Lazily): string {
  return typeof lazily === "string" ? lazily : lazily();
}
