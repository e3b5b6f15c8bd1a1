// Completion scripts in the shells they are for: commands, actions, flags of both and the values of flags.
import { describe, expect, test } from "bun:test";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { createOmp } from "../../testing/omp-process.ts";
import { FLAGS } from "../flags.ts";

type Shell = "bash" | "zsh" | "fish";

/** How each shell is asked what it would offer for the last of these words. */
const QUESTIONS: Readonly<Record<Shell, (script: string, words: string[]) => string[]>> = {
  bash: (script, words) => [
    "bash",
    "-c",
    `${script}\nCOMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _omp; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script, words) => [
    "zsh",
    "-f",
    "-c",
    `compdef() {}; compadd() { shift; print -l -- "$@" }; _files() {}
    _describe() { print -l -- "\${(@)\${(@P)2}%%:*}" }
    ${script}\nwords=(${quoted(words)}); CURRENT=${words.length}; _omp`,
  ],
  fish: (script, words) => [
    "fish",
    "--no-config",
    "-c",
    `${script}\ncomplete -C ${quoted([words.join(" ")])} | string split -f1 \\t`,
  ],
};

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(" ");
}

/** The last word, and what must and must not be offered for it. */
const CASES: [words: string[], offered: string[], not: string[]][] = [
  [["omp", "conf"], ["config"], []],
  [["omp", "--approval-m"], ["--approval-mode"], []],
  [["omp", "--mode", "js"], ["json"], ["--mode"]],
  [["omp", "config", "re"], ["reset"], []],
  [["omp", "models", "--"], ["--json"], ["--approval-mode"]],
  [["omp", "hello", "--approval-m"], ["--approval-mode"], []],
];

for (const shell of ["bash", "zsh", "fish"] as const) {
  describe(`completions for ${shell}`, () => {
    const testIn = skipUnless(requireTool(shell));
    for (const [words, offered, not] of CASES) {
      testIn(words.join(" "), async () => {
        await using omp = createOmp();
        const script = (await omp.run(["completions", shell])).stdout;
        const env = { ...omp.workspace.env(), PATH: process.env["PATH"] ?? "" };
        const run = await runProcess(QUESTIONS[shell](script, words), { env });
        const answers = run.stdout.trim().split("\n");
        expect(run.stderr).toBe("");
        for (const answer of offered) expect(answers).toContain(answer);
        for (const answer of not) expect(answers).not.toContain(answer);
      });
    }

    test("names every flag that works and none that does not", async () => {
      await using omp = createOmp();
      const script = (await omp.run(["completions", shell])).stdout;
      for (const { name, missing } of FLAGS) {
        const spelled = shell === "fish" ? `-l ${name}` : `--${name}`;
        const isThere = new RegExp(`${spelled}(?![\\w-])`).test(script);
        expect({ name, isThere }).toEqual({ name, isThere: missing === undefined });
      }
    });
  });
}

test("another shell is refused", async () => {
  await using omp = createOmp();
  const run = await omp.run(["completions", "tcsh"]);
  expect(run).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("omp: Which shell? omp completions bash|zsh|fish."),
  });
});
