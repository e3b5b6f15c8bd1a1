// Remembers where time went: the newest spans of work, as folded stacks, sums or a flame graph. It measures nothing itself
// and knows nothing of what the work is.

/** One piece of work inside others: the names of what it lies in come first. */
export interface WorkSpan {
  readonly path: readonly string[];
  readonly startMs: number;
  readonly endMs: number;
}

/** What work of one name took in all. */
export interface WorkSum {
  readonly name: string;
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
}

const DEFAULT_CAPACITY = 4_096;

/** A ring of spans: when it is full, the oldest are forgotten. */
export class WorkProfile {
  readonly #capacity: number;
  readonly #spans: WorkSpan[] = [];
  #next = 0;

  constructor(capacity: number = DEFAULT_CAPACITY) {
    this.#capacity = capacity;
  }

  add(span: WorkSpan): void {
    this.#spans[this.#next] = span;
    this.#next = (this.#next + 1) % this.#capacity;
  }

  /** Spans that ended at `sinceMs` or later, in the order of their beginning. */
  read(sinceMs: number = Number.NEGATIVE_INFINITY): readonly WorkSpan[] {
    return this.#spans
      .filter(({ endMs }) => endMs >= sinceMs)
      .toSorted((left, right) => left.startMs - right.startMs || right.endMs - left.endMs);
  }
}

/** What each name took, the longest sums first. */
export function sumWork(spans: readonly WorkSpan[]): WorkSum[] {
  const byName = Map.groupBy(spans, ({ path }) => path.at(-1) ?? "");
  return [...byName]
    .map(([name, each]) => {
      const times = each.map(({ startMs, endMs }) => endMs - startMs);
      const totalMs = times.reduce((sum, time) => sum + time, 0);
      return { name, count: each.length, totalMs, longestMs: Math.max(...times) };
    })
    .sort((left, right) => right.totalMs - left.totalMs);
}

/** A line for each stack, `outer;inner microseconds`: the time in which nothing inside it went on. */
export function foldWork(spans: readonly WorkSpan[]): string {
  const stacks = new Map<string, number>();
  for (const span of spans) {
    const ownMs = span.endMs - span.startMs - coveredMs(span, childrenOf(span, spans));
    const stack = span.path.map((name) => name.replaceAll(/[;\s]+/g, " ")).join(";");
    stacks.set(stack, (stacks.get(stack) ?? 0) + Math.round(ownMs * 1000));
  }
  return [...stacks]
    .filter(([, time]) => time > 0)
    .map(([stack, time]) => `${stack} ${time}\n`)
    .sort()
    .join("");
}

function childrenOf(parent: WorkSpan, spans: readonly WorkSpan[]): readonly WorkSpan[] {
  return spans.filter(
    ({ path, startMs, endMs }) =>
      path.length === parent.path.length + 1 &&
      startMs < parent.endMs &&
      endMs > parent.startMs &&
      parent.path.every((name, at) => path[at] === name),
  );
}

/** Time of `span` in which at least one of `children` went on; they begin in order. */
function coveredMs(span: WorkSpan, children: readonly WorkSpan[]): number {
  let covered = 0;
  let reached = span.startMs;
  for (const { startMs, endMs } of children) {
    const from = Math.max(startMs, reached);
    const to = Math.min(endMs, span.endMs);
    if (to <= from) continue;
    covered += to - from;
    reached = to;
  }
  return covered;
}
