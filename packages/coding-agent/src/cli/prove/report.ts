// The report of `omp prove` as people read it: a date, what holds, what does not, and a last line that sums it up. Pure.
import type { ProofResult } from "./proof.ts";

interface ShownProof {
  readonly state: ProofResult["state"];
  readonly detail: string;
  readonly seconds: number;
}

const SIGNS = {
  holds: "✓ holds here",
  fails: "✗ DOES NOT HOLD",
  unknown: "– cannot be shown here",
};
const WIDTH = 96;

export function titleText(date: string, platform: string): string {
  const day = date.slice(0, 16).replace("T", " ");
  return `omp prove, ${day} UTC, ${platform}\n`;
}

/** What came out, below the promise. */
export function shownText({ state, detail, seconds }: ShownProof): string {
  const lines = wrap(`${SIGNS[state]}: ${detail} (${seconds.toFixed(1)} s)`);
  return lines.map((line, at) => `${at === 0 ? "  " : "    "}${line}\n`).join("");
}

export function summaryText(shown: readonly ShownProof[], seconds: number): string {
  const count = (state: ShownProof["state"]): number =>
    shown.filter((each) => each.state === state).length;
  const parts = [
    `${count("holds")} of ${shown.length} promises hold here`,
    ...(count("fails") > 0 ? [`${count("fails")} not`] : []),
    ...(count("unknown") > 0 ? [`${count("unknown")} could not be shown`] : []),
  ];
  return `\n${parts.join(", ")}. ${seconds.toFixed(1)} s.\n`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const isFull = line !== "" && Bun.stringWidth(`${line} ${word}`) > WIDTH;
    if (isFull) lines.push(line);
    line = isFull || line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
