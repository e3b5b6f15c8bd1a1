// Contract: a summary keeps declarations and leaves out bodies, for every language with a sample, and covers each line of
// the text exactly once.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { AstEngine } from "./ast-engine.ts";
import { SAMPLES } from "./fixtures/samples.ts";
import { summarize, type Summary, type SummaryOptions } from "./summary.ts";

const engine = new AstEngine();

function split(text: string, { segments }: Summary): { kept: string[]; elided: string[] } {
  const lines = text.split("\n");
  const pick = (type: string): string[] =>
    segments
      .filter((one) => one.type === type)
      .flatMap((one) => lines.slice(one.startLine - 1, one.endLine));
  return { kept: pick("kept"), elided: pick("elided") };
}

function expectCover({ segments, totalLines }: Summary): void {
  let next = 1;
  for (const { startLine, endLine } of segments) {
    expect(startLine).toBe(next);
    expect(endLine).toBeGreaterThanOrEqual(startLine);
    next = endLine + 1;
  }
  expect(next).toBe(totalLines + 1);
}

describe("every language", () => {
  test.each(Object.keys(SAMPLES))("%s", async (language) => {
    const text = SAMPLES[language] ?? "";
    const summary = await summarize(engine, { text, language });
    expect(summary).toMatchObject({ language, isParsed: true });
    expectCover(summary);
    const { kept, elided } = split(text, summary);
    expect(kept.filter((line) => line.includes("GONE"))).toEqual([]);
    expect(elided.filter((line) => line.includes("KEEP"))).toEqual([]);
  });

  test("at least 27 of them leave something out", async () => {
    const counts = await Promise.all(
      Object.entries(SAMPLES).map(
        async ([language, text]) =>
          (await summarize(engine, { text, language })).segments.length > 1,
      ),
    );
    expect(counts.filter(Boolean).length).toBeGreaterThanOrEqual(27);
  });
});

describe("details", () => {
  const shape = async (text: string, options: Partial<SummaryOptions> = {}): Promise<string> => {
    const { segments } = await summarize(engine, { text, language: "ts", ...options });
    return segments
      .map(({ type, startLine, endLine }) => `${type[0]}${startLine}-${endLine}`)
      .join(" ");
  };
  const body = (lines: number): string => `function f() {\n${"  g();\n".repeat(lines)}}\n`;

  test.each([
    ["three lines stay", body(3), {}, "k1-5"],
    ["four lines go", body(4), {}, "k1-1 e2-5 k6-6"],
    ["the limit can be set", body(4), { minBodyLines: 5 }, "k1-6"],
    [
      "outer bodies go with what is in them",
      `function f() {\n${body(6)}${body(6)}}\n`,
      {},
      "k1-1 e2-17 k18-18",
    ],
    [
      "long block comments keep their ends",
      `/**\n${" * x\n".repeat(5)} */\nf();\n`,
      {},
      "k1-1 e2-6 k7-8",
    ],
    ["short block comments stay", `/**\n${" * x\n".repeat(3)} */\nf();\n`, {}, "k1-6"],
    ["rows of line comments are one comment", `${"// x\n".repeat(8)}f();\n`, {}, "k1-1 e2-7 k8-9"],
    [
      "line comments with a gap are two",
      `${"// x\n".repeat(3)}\n${"// x\n".repeat(3)}f();\n`,
      {},
      "k1-8",
    ],
    ["a text without a last newline", body(4).trimEnd(), {}, "k1-1 e2-5 k6-6"],
    ["line ends of Windows", body(4).replaceAll("\n", "\r\n"), {}, "k1-1 e2-5 k6-6"],
    ["an empty text", "", {}, ""],
  ])("%s", async (_, text, options, expected) => {
    expect(await shape(text, options)).toBe(expected);
  });

  test.each([
    ["a text with errors", { text: "function ( {\n".repeat(9), language: "ts" }],
    ["an unknown language", { text: "a\nb\n", language: "klingon" }],
    ["an unknown file", { text: "a\nb\n", path: "x.unknown" }],
  ])("%s is kept whole", async (_, options) => {
    const summary = await summarize(engine, options);
    expect(summary.isParsed).toBe(false);
    expect(summary.segments).toMatchObject([{ type: "kept", startLine: 1 }]);
  });

  test("the language is known by the file", async () => {
    expect((await summarize(engine, { text: "x = 1\n", path: "src/a.py" })).language).toBe(
      "python",
    );
    expect((await summarize(engine, { text: "all:\n", path: "Makefile" })).language).toBe("make");
  });

  test("any text is covered line by line", async () => {
    const pieces = fc.constantFrom(
      "function f() {\n",
      "}\n",
      "  a();\n",
      "/* c\n",
      " */\n",
      "// c\n",
      "class A {\n",
      "\n",
      "x",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (parts) => {
        expectCover(await summarize(engine, { text: parts.join(""), language: "ts" }));
      }),
    );
  });
});
