// How long 10,000 edits of a file of 2,000 lines take, from the model's text to the new document, against the bar itself.
import { TextDocument } from "@oh-my-pi/pi-edit/document";
import { applyHashline } from "@oh-my-pi/pi-edit/hashline/apply";
import { parseHashline } from "@oh-my-pi/pi-edit/hashline/parse";
import type { Benchmark } from "./benchmark.ts";

const LINES = 2000;
const EDITS = 10_000;
const MAX_MS = 1000;

function editOf(hash: string, at: number): string {
  const line = 1 + ((at * 37) % (LINES - 4));
  return `¶src/a.ts#${hash}\n${line}-${line + 1}:  const value${at} = compute(${at});\n  use(value${at});\n${line + 3}↓// note ${at}\n`;
}

const hashlineApply: Benchmark = {
  name: "hashline-apply",
  about: `10,000 hashline edits of a file of 2,000 lines, against ${MAX_MS} ms`,
  unit: "ms",
  rounds: 7,
  bar: 1,
  setUp: async () => {
    const text = Array.from({ length: LINES }, (_, at) => `  const name${at} = ${at};`).join("\n");
    const document = TextDocument.fromText(`${text}\n`);
    const inputs = Array.from({ length: EDITS }, (_, at) => editOf(document.hash, at));
    return {
      subject: async () => {
        const started = performance.now();
        for (const input of inputs) {
          const parsed = parseHashline(input);
          const section = parsed.ok ? parsed.sections[0] : undefined;
          if (section === undefined || !applyHashline(document, section).ok)
            throw new Error("an edit was refused");
        }
        return performance.now() - started;
      },
      reference: async () => MAX_MS,
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
export default hashlineApply;
