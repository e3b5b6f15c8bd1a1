// Recorded vendor streams of the public corpora, for tests of the encoders.
import { corpus, type Corpus } from "../../require.ts";

/** One recorded vendor response. */
export interface WireCase {
  readonly id: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly bodyEncoding?: "base64";
}

/** The corpus of a wire API, and its cases. */
export function wireCorpus(api: string): Corpus & { cases(): readonly WireCase[] } {
  const file = corpus(`wire/${api}.json.gz`);
  return { ...file, cases: () => file.load() as readonly WireCase[] };
}
