// The form of the audit: one line for each decision, and each line holds the hash of the one before it, so that none
// can be changed, taken out or put in without being noticed. Pure.

/** What is written down of one decision. */
export interface AuditFacts {
  readonly time: string;
  readonly pid: number;
  readonly session: string;
  readonly tool: string;
  readonly verdict: string;
  /** What it would have an effect on: a command line, files, an address. */
  readonly target: string;
  /** Who asked for it: the model, the person, a tool. */
  readonly origin: string;
  readonly detail?: string;
}

export interface AuditLine extends AuditFacts {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
}

const FIRST_HASH = "0".repeat(64);

/** The line that follows another. */
export function nextLine(
  facts: AuditFacts,
  last: Pick<AuditLine, "seq" | "hash"> | undefined,
): AuditLine {
  const body = { seq: (last?.seq ?? 0) + 1, ...facts, prev: last?.hash ?? FIRST_HASH };
  return { ...body, hash: hashOf(body) };
}

/** A line as it was read, or undefined when it is none. */
export function parseLine(text: string): AuditLine | undefined {
  try {
    const line = JSON.parse(text) as AuditLine;
    return typeof line.seq === "number" && typeof line.hash === "string" ? line : undefined;
  } catch {
    // A line that is no JSON is no line of ours.
    return undefined;
  }
}

/** What is wrong with the lines of a chain; `last` is the line before them. */
export function chainProblem(
  lines: readonly string[],
  last: AuditLine | undefined,
): { readonly problem: string } | { readonly last: AuditLine | undefined } {
  let before = last;
  for (const [at, text] of lines.entries()) {
    const line = parseLine(text);
    if (line === undefined) return { problem: `line ${at + 1} cannot be read` };
    const { hash, ...body } = line;
    if (hashOf(body) !== hash)
      return { problem: `line ${at + 1} (number ${line.seq}) was changed` };
    if (before !== undefined && (line.prev !== before.hash || line.seq !== before.seq + 1))
      return { problem: `before line ${at + 1} (number ${line.seq}) something is missing` };
    before = line;
  }
  return { last: before };
}

function hashOf(body: object): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(body)).digest("hex");
}
