// Collects what a wire format's grammar finds wrong with a body.
import type { GrammarViolation } from "../model/protocol.ts";

export class GrammarReport {
  readonly violations: GrammarViolation[] = [];

  /** Notes the problem unless the condition holds; says whether it does. */
  expect(condition: boolean, at: string, problem: string): boolean {
    if (!condition) this.violations.push({ at, problem });
    return condition;
  }
}
