// Reads what the test runner wrote (JUnit XML): how many tests went how, and which files hold those that failed.

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Every file that was run. */
  readonly files: ReadonlySet<string>;
  /** Files with a failure, and the names of the tests in them that failed. */
  readonly failures: ReadonlyMap<string, readonly string[]>;
}

export function readTestReport(xml: string): TestReport {
  const head = /<testsuites[^>]*>/.exec(xml)?.[0] ?? "";
  const count = (name: string): number => Number(attribute(head, name) ?? 0);
  const failed = count("failures") + count("errors");
  const skipped = count("skipped");
  return {
    failed,
    skipped,
    passed: count("tests") - failed - skipped,
    files: new Set(filesOf(xml)),
    failures: failuresOf(xml),
  };
}

function filesOf(xml: string): string[] {
  return [...xml.matchAll(/<testsuite\b[^>]*>/g)].flatMap(([tag]) => attribute(tag, "file") ?? []);
}

function failuresOf(xml: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [test] of xml.matchAll(/<testcase\b[^>]*[^/]>\s*<(?:failure|error)\b/g)) {
    const file = attribute(test, "file");
    if (file === undefined) continue;
    found.set(file, [
      ...(found.get(file) ?? []),
      attribute(test, "name") ?? "a test without a name",
    ]);
  }
  return found;
}

function attribute(tag: string, name: string): string | undefined {
  const text = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return text?.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, key: string) => ENTITIES[key] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
};
