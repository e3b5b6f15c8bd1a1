// Reads YAML by a parser that knows places and objects to doubled keys. It is large, so it is only
// loaded to explain a file that is known or suspected to be wrong.
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from "yaml";
import { duplicateKey, type ReadDocument, type SyntaxProblem } from "./document.ts";
import type { Path } from "./rules.ts";

function startOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

/** The node one step down, and where that step is written. */
function step(node: unknown, part: string | number): { node: unknown; start?: number } | undefined {
  if (isSeq(node) && typeof part === "number") {
    const item = node.items[part];
    const start = startOf(item);
    return item === undefined ? undefined : { node: item, ...(start !== undefined && { start }) };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
  const start = startOf(pair?.key);
  return pair && { node: pair.value, ...(start !== undefined && { start }) };
}

function locateOffset(root: unknown, path: Path): number {
  let offset = startOf(root) ?? 0;
  let node = root;
  for (const part of path) {
    const below = step(node, part);
    if (below === undefined) break;
    offset = below.start ?? offset;
    node = below.node;
  }
  return offset;
}

function findDuplicates(
  node: unknown,
  path: Path,
  lines: LineCounter,
  found: SyntaxProblem[],
): void {
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      findDuplicates(item, [...path, index], lines, found);
    }
  }
  if (!isMap(node)) return;
  const firstLines = new Map<string, number>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : String(key);
    const { line, col: column } = lines.linePos(startOf(key) ?? 0);
    const here = [...path, name];
    const first = firstLines.get(name);
    if (first === undefined) firstLines.set(name, line);
    else found.push(duplicateKey(here, { line, column }, first));
    findDuplicates(value, here, lines, found);
  }
}

/** Reads YAML with places. */
export function readYamlDocument(text: string): ReadDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const place = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems: SyntaxProblem[] = document.errors.map((error) => ({
    path: [],
    ...place(error.pos[0]),
    problem: error.message.split("\n")[0] ?? "not valid YAML",
    allowed: "valid YAML",
  }));
  if (problems.length === 0) findDuplicates(document.contents, [], lines, problems);
  const value: unknown = problems.length === 0 ? document.toJS({ maxAliasCount: 100 }) : null;
  return {
    value,
    problems,
    locate: (path) => place(locateOffset(document.contents, path)),
  };
}
