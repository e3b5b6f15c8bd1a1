// Owns how alike two runs of lines are, for hints in refusals and for opt-in fuzzy matching. Work is
// counted, not timed, so that the same input always gives the same answer.

/** Longer lines are alike only when they are equal. */
const MAX_COMPARED_LENGTH = 1000;

/** A line reduced to what the comparison looks at; a blank line has no indentation. */
export interface ReducedLine {
  readonly indent: number | undefined;
  readonly text: string;
}

/** Units of work that may still be done. */
export interface WorkBudget {
  unitsLeft: number;
}

/** A line with blanks and typographic punctuation made uniform. */
export function reduceLine(line: string): ReducedLine {
  const text = line
    .trim()
    .replace(/\s+/gu, " ")
    .replace(/[\u2018\u2019\u201a\u201b]/gu, "'")
    .replace(/[\u201c\u201d\u201e\u201f]/gu, '"')
    .replace(/[\u2010-\u2015\u2212]/gu, "-");
  return { indent: text === "" ? undefined : indentOf(line), text };
}

/**
 * Mean similarity, from 0 to 1, of `wanted` and the equally long run of `found` at `offset`; relative
 * indentation counts. Gives 0 early when `floor` cannot be reached, undefined when the budget is used up.
 */
export function compareRuns(
  wanted: readonly ReducedLine[],
  found: readonly ReducedLine[],
  offset: number,
  floor: number,
  budget: WorkBudget,
): number | undefined {
  budget.unitsLeft -= wanted.length;
  const wantedDepth = depthIn(wanted, 0, wanted.length);
  const foundDepth = depthIn(found, offset, wanted.length);
  let total = 0;
  for (const [index, line] of wanted.entries()) {
    const other = found[offset + index];
    if (other === undefined) return 0;
    const shorter = Math.min(line.text.length, other.text.length) + 2;
    const bestCase = shorter / (Math.max(line.text.length, other.text.length) + 2);
    if ((total + bestCase + wanted.length - index - 1) / wanted.length < floor) return 0;
    const similarity = compareForms(
      `${wantedDepth(line)}|${line.text}`,
      `${foundDepth(other)}|${other.text}`,
      budget,
    );
    if (similarity === undefined) return undefined;
    total += similarity;
  }
  return total / wanted.length;
}

function compareForms(a: string, b: string, budget: WorkBudget): number | undefined {
  if (a === b) return 1;
  const longer = Math.max(a.length, b.length);
  if (longer > MAX_COMPARED_LENGTH) return 0;
  budget.unitsLeft -= a.length * b.length;
  return budget.unitsLeft < 0 ? undefined : 1 - editDistance(a, b) / longer;
}

/** Depth of a line by the indentation steps that its run shows. */
function depthIn(lines: readonly ReducedLine[], from: number, count: number) {
  let base = Number.POSITIVE_INFINITY;
  for (let index = from; index < from + count; index++) {
    base = Math.min(base, lines[index]?.indent ?? base);
  }
  let unit = Number.POSITIVE_INFINITY;
  for (let index = from; index < from + count; index++) {
    const step = (lines[index]?.indent ?? base) - base;
    if (step > 0) unit = Math.min(unit, step);
  }
  return ({ indent }: ReducedLine) =>
    indent === undefined || indent === base ? 0 : Math.round((indent - base) / unit);
}

function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === "\t") width += 4;
    else if (character === " ") width++;
    else break;
  }
  return width;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution =
        (row[j - 1] ?? 0) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
