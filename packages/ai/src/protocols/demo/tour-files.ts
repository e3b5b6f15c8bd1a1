// The scratch project that the tour works in: a shell script with a bug and the test that shows it. Shell,
// because every machine that can run omp from a terminal has one.
import slug from "./tour/slug.sh.txt" with { type: "text" };
import check from "./tour/test.sh.txt" with { type: "text" };

/** Files of the scratch project by name. */
export const TOUR_FILES: Readonly<Record<string, string>> = { "slug.sh": slug, "test.sh": check };

/** The line of slug.sh that is wrong, and what it should be. */
export const TOUR_FIX = {
  file: "slug.sh",
  wrong: "sed 's/[^a-z0-9]/-/g'",
  right: "sed 's/[^a-z0-9][^a-z0-9]*/-/g; s/^-//; s/-$//'",
} as const;
