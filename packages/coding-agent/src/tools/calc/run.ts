// Runs a call of `calc`: every expression, or the first problem.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { evaluate } from "./evaluate.ts";
import { formatNumber, toNumber } from "./exact-number.ts";
import type { CalcArguments } from "./parameters.ts";

export function run(
  _: unknown,
  { calculations }: CalcArguments,
): { content: string; details: object } {
  const results = calculations.map(({ expression, prefix, suffix }) => {
    const exact = evaluate(expression);
    const value = toNumber(exact);
    if (!Number.isFinite(value)) throw new ToolFailure("Expression result is not a finite number");
    return { expression, value: value + 0, output: prefix + formatNumber(exact) + suffix };
  });
  return { content: results.map(({ output }) => output).join("\n"), details: { results } };
}
