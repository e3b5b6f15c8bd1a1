// A failure that a provider reports inside its stream. A protocol only finds it; what it means is decided
// where all failures are, and that is loaded only when there is one.

export class StreamError extends Error {
  /** The error object as it came. */
  readonly report: unknown;

  constructor(report: unknown) {
    super("The provider reported an error in the stream.");
    this.name = "StreamError";
    this.report = report;
  }
}
