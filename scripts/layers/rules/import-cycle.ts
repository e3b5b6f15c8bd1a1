// Rule: no file reaches itself through imports. Type imports and lazy imports count: a cycle is a
// misplaced responsibility however it is written.
import { findCycles } from "../cycles.ts";
import type { Edge, Rule } from "../rule.ts";

function graphOf(files: Iterable<string>, edges: readonly Edge[]): Map<string, string[]> {
  const graph = new Map<string, string[]>([...files].map((path) => [path, []]));
  for (const { from, target } of edges) {
    const to = "path" in target ? target.path : undefined;
    if (to !== undefined && graph.has(to)) graph.get(from.place.path)?.push(to);
  }
  return graph;
}

export default {
  id: "import-cycle",
  allowed: "Imports form no cycle, types and lazy imports included.",
  remedy: "Move what both sides need into a file of its own, below both.",
  checkTree({ files, edges }) {
    const graph = graphOf(files.keys(), edges);
    return findCycles(graph).map(({ cycle, size }) => {
      const [first = "", second = first] = cycle;
      const edge = edges.find(
        ({ from, target }) =>
          from.place.path === first && "path" in target && target.path === second,
      );
      const rest = size > cycle.length ? ` (${size} files hang together)` : "";
      const message = `${[...cycle, first].join(" -> ")}${rest}`;
      return { path: first, line: edge?.line ?? 1, message };
    });
  },
} satisfies Rule;
