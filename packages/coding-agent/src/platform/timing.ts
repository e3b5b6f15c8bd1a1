// How long the parts of a start took, for `PI_TIMING`. Measured on the runtime's own timeline: whoever wants to be in
// the tree calls `timed`; spans inside one another become branches.

/** What the tree shows of a span. */
export interface Span {
  readonly name: string;
  readonly startTime: number;
  readonly duration: number;
}

const PREFIX = "omp:";

/** Does the work and remembers how long it took. */
export async function timed<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    performance.measure(PREFIX + name, { start, end: performance.now() });
  }
}

/** The spans of this process so far, from its very beginning. */
export function measuredSpans(): Span[] {
  const spans = performance
    .getEntriesByType("measure")
    .filter(({ name }) => name.startsWith(PREFIX))
    .map(({ name, startTime, duration }) => ({
      name: name.slice(PREFIX.length),
      startTime,
      duration,
    }));
  return [{ name: "omp", startTime: 0, duration: performance.now() }, ...spans];
}

/** A line for each span, in the order they began, deeper where one lies in another. */
export function timingTree(spans: readonly Span[]): string {
  const ordered = spans.toSorted((a, b) => a.startTime - b.startTime || b.duration - a.duration);
  const open: number[] = [];
  return ordered
    .map(({ name, startTime, duration }) => {
      while (open.length > 0 && startTime >= (open.at(-1) ?? 0)) open.pop();
      const line = `${"  ".repeat(open.length)}${name}  ${duration.toFixed(1)} ms  (from ${startTime.toFixed(1)})\n`;
      open.push(startTime + duration);
      return line;
    })
    .join("");
}
