// Contracts: the grammar, exact values, every error text, and agreement with floating point.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { callTool, tokensOf } from "../../testing/call-tool.ts";
import calc from "./calc.ts";

const calculate = (...expressions: string[]) => {
  const calculations = expressions.map((expression) => ({ expression, prefix: "", suffix: "" }));
  return callTool(calc, { calculations });
};

describe("calc", () => {
  test.each([
    ["1 + 2 * 3", "7"],
    ["(1 + 2) * 3", "9"],
    ["2 ** 3 ** 2", "512"],
    ["-2 ** 2", "-4"],
    ["2 ** -1", "0.5"],
    ["7 % 4", "3"],
    ["-7 % 4", "-3"],
    ["5.5 % 2", "1.5"],
    ["0.1 + 0.2", "0.3"],
    [".5 + 1.", "1.5"],
    ["1e3 + 2.5E-1", "1000.25"],
    ["0xff + 0b101 + 0o17", "275"],
    ["-0", "0"],
    ["0 * -1", "0"],
    ["--3", "3"],
    ["2 ** 100", "1267650600228229401496703205376"],
    ["1 / 3", "0.3333333333333333"],
    ["1 / 3 * 3", "1"],
    ["2 ** 0.5", "1.4142135623730951"],
    ["1e-400 * 1", "0"],
    ["10 / 4", "2.5"],
    ["1/8", "0.125"],
    ["-1/4", "-0.25"],
  ])("%s = %s", async (expression, expected) => {
    expect((await calculate(expression)).text).toBe(expected);
  });

  test.each([
    ["", "Expression is empty"],
    ["  ", "Expression is empty"],
    ["2 + x", 'Invalid character "x" in expression'],
    ["process.exit()", 'Invalid character "p" in expression'],
    ["1 😀", 'Invalid character "😀" in expression'],
    ["1 2", "Unexpected token in expression"],
    ["* 2", "Unexpected token in expression"],
    ["1)", "Unexpected token in expression"],
    ["1 +", "Unexpected end of expression"],
    ["(1 + 2", "Missing closing parenthesis"],
    ["1/0", "Expression result is not a finite number"],
    ["1 % 0", "Expression result is not a finite number"],
    ["0 ** -1", "Expression result is not a finite number"],
    ["(-8) ** 0.5", "Expression result is not a finite number"],
    ["9 ** 9 ** 9 ** 9", "Expression result is not a finite number"],
    ["1e999999999999", "Expression result is not a finite number"],
    ["(".repeat(5000), "Expression is nested too deeply"],
  ])("%s: %s", async (expression, problem) => {
    expect(await calculate("1", expression)).toMatchObject({ isError: true, text: problem });
  });

  test("gives a line for each calculation and keeps the values", async () => {
    const calculations = [
      { expression: "6*7", prefix: "a=", suffix: "!" },
      { expression: "1/4", prefix: "", suffix: " m" },
    ];
    expect(await callTool(calc, { calculations })).toEqual({
      text: "a=42!\n0.25 m",
      details: {
        results: [
          { expression: "6*7", value: 42, output: "a=42!" },
          { expression: "1/4", value: 0.25, output: "0.25 m" },
        ],
      },
      isError: false,
    });
  });

  test("agrees with floating point", async () => {
    const number = fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 1000);
    const operator = fc.constantFrom("+", "-", "*", "/");
    await fc.assert(
      fc.asyncProperty(number, operator, number, async (a, op, b) => {
        fc.pre(op !== "/" || b !== 0);
        const sums = { "+": a + b, "-": a - b, "*": a * b, "/": a / b };
        const { text } = await calculate(`(${a}) ${op} (${b})`);
        const expected = sums[op];
        expect(Math.abs(Number(text) - expected)).toBeLessThanOrEqual(
          Math.abs(expected) * 1e-9 + 1e-9,
        );
      }),
      { numRuns: 100 },
    );
  });

  test("is cheap", () => expect(tokensOf(calc)).toBeLessThan(250));
});
