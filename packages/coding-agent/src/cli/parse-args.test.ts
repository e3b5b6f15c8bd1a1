// The command line is read as documented, and every mistake is answered with the way out.
import { describe, expect, test } from "bun:test";
import { UserError } from "../platform/exit-codes.ts";
import { FLAGS } from "./flags.ts";
import { parseArgs } from "./parse-args.ts";

const parse = (...argv: string[]) => {
  const { flags, words, files } = parseArgs(argv, FLAGS);
  return { flags: Object.fromEntries(flags), words, files };
};

describe("parseArgs", () => {
  const cases: [argv: string[], result: ReturnType<typeof parse>][] = [
    [[], { flags: {}, words: [], files: [] }],
    [["fix", "it"], { flags: {}, words: ["fix", "it"], files: [] }],
    [["-p", "hi"], { flags: { print: true }, words: ["hi"], files: [] }],
    [["--model", "opus", "hi"], { flags: { model: "opus" }, words: ["hi"], files: [] }],
    [["--model=a/b:high"], { flags: { model: "a/b:high" }, words: [], files: [] }],
    [["@a.ts", "look", "@b.png"], { flags: {}, words: ["look"], files: ["a.ts", "b.png"] }],
    [["--", "--model", "@x"], { flags: {}, words: ["--model", "@x"], files: [] }],
    [["-r"], { flags: { resume: true }, words: [], files: [] }],
    [["--session", "abc"], { flags: { resume: "abc" }, words: [], files: [] }],
    [["--yolo"], { flags: { "auto-approve": true }, words: [], files: [] }],
    [["-e", "a", "--hook=b"], { flags: { extension: ["a", "b"] }, words: [], files: [] }],
    [["--api-key=a=b"], { flags: { "api-key": "a=b" }, words: [], files: [] }],
    [["-"], { flags: {}, words: ["-"], files: [] }],
    [
      ["--list-models", "--no-title"],
      { flags: { "list-models": true, "no-title": true }, words: [], files: [] },
    ],
  ];
  for (const [argv, result] of cases) {
    test(argv.join(" ") || "(nothing)", () => expect(parse(...argv)).toEqual(result));
  }
});

describe("mistakes", () => {
  const cases: [argv: string[], says: string][] = [
    [["--modle", "x"], "Unknown flag --modle. Did you mean --model?"],
    [["--zzzzzzzz"], "Unknown flag --zzzzzzzz. See omp --help"],
    [["-x"], "Unknown flag -x. See omp --help"],
    [["--x"], "Unknown flag --x. See omp --help"],
    [
      ["--mode", "jsno"],
      '--mode cannot be "jsno"; allowed: text, json, rpc, rpc-ui, acp. Did you mean json?',
    ],
    [
      ["--thinking=max"],
      '--thinking cannot be "max"; allowed: off, minimal, low, medium, high, xhigh.',
    ],
    [["--approval-mode", "all"], "allowed: always-ask, write, yolo."],
    [["--model"], "--model needs a value: --model <pattern>."],
    [["--print=yes"], "--print takes no value"],
  ];
  for (const [argv, says] of cases) {
    test(argv.join(" "), () => {
      let failure: unknown;
      try {
        parse(...argv);
      } catch (error) {
        failure = error;
      }
      expect(failure).toBeInstanceOf(UserError);
      expect((failure as UserError).message).toContain(says);
      expect((failure as UserError).exit).toBe("usage");
    });
  }
});

test("no two flags share a spelling", () => {
  const all = FLAGS.flatMap((flag) => [
    flag.name,
    ...(flag.aliases ?? []),
    flag.short ?? `${flag.name}!`,
  ]);
  expect(new Set(all).size).toBe(all.length);
});
