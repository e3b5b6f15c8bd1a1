// What a benchmark is and how its samples become a verdict. A benchmark is judged by a ratio against a
// reference measured in the same run, never by a time of its own. Pure.

/** One figure against another, measured alternately so that both see the same machine. */
export interface Benchmark {
  readonly name: string;
  /** One line: what is measured, against what. */
  readonly about: string;
  readonly unit: "ms" | "MB" | "µs";
  readonly rounds: number;
  /** The largest ratio of medians that is acceptable. */
  readonly bar: number;
  /** Prepares what both sides need; undone when the benchmark ends. */
  setUp(): Promise<Measured>;
}

/** The two sides of a benchmark, ready to be measured. */
export interface Measured extends AsyncDisposable {
  subject(): Promise<number>;
  /** A measurement, or a constant where the bar is an absolute figure. */
  reference(): Promise<number>;
}

export interface Verdict {
  readonly name: string;
  readonly unit: string;
  readonly subject: Spread;
  readonly reference: Spread;
  readonly ratio: number;
  readonly bar: number;
  readonly holds: boolean;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Middle, least and greatest of some samples. */
export function spread(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median =
    sorted.length % 2 === 1
      ? (sorted[middle] ?? Number.NaN)
      : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Judges the samples of both sides. */
export function judge(
  benchmark: Benchmark,
  subject: readonly number[],
  reference: readonly number[],
): Verdict {
  const [ours, theirs] = [spread(subject), spread(reference)];
  const ratio = ours.median / theirs.median;
  const { name, unit, bar } = benchmark;
  return { name, unit, subject: ours, reference: theirs, ratio, bar, holds: ratio <= bar };
}

/** A ratio that got worse than the recorded one by more than noise explains. */
export function isRegression(ratio: number, recorded: number | undefined): boolean {
  return recorded !== undefined && ratio > recorded * 1.25;
}
