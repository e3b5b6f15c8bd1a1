// Import cycles in a graph of names: each knot of files that reach one another gives one shortest cycle.
// Knows nothing of files.

export type Graph = ReadonlyMap<string, readonly string[]>;

/** Groups of two or more nodes that all reach one another (Tarjan, without recursion). */
function knotsOf(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const knots: string[][] = [];

  const enter = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
    return { node, next: 0 };
  };
  const lower = (node: string, value: number | undefined) =>
    low.set(node, Math.min(low.get(node) ?? 0, value ?? 0));
  const leave = (node: string) => {
    if (low.get(node) !== index.get(node)) return;
    const knot = stack.splice(stack.lastIndexOf(node));
    for (const member of knot) onStack.delete(member);
    if (knot.length > 1 || graph.get(node)?.includes(node)) knots.push(knot);
  };

  for (const root of graph.keys()) {
    if (index.has(root)) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const child = graph.get(frame.node)?.[frame.next++];
      if (child === undefined) {
        leave(frame.node);
        frames.pop();
        const parent = frames.at(-1);
        if (parent) lower(parent.node, low.get(frame.node));
      } else if (!index.has(child)) frames.push(enter(child));
      else if (onStack.has(child)) lower(frame.node, index.get(child));
    }
  }
  return knots;
}

/** Shortest way from `start` back to itself inside `knot`. */
function shortestCycle(graph: Graph, knot: ReadonlySet<string>, start: string): string[] {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const path = [node];
        for (let at = node; at !== start;) {
          at = cameFrom.get(at) ?? start;
          path.unshift(at);
        }
        return path;
      }
      if (!knot.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return [start];
}

/** One shortest cycle for each knot, starting at its alphabetically first member. */
export function findCycles(graph: Graph): { cycle: string[]; size: number }[] {
  return knotsOf(graph).map((knot) => {
    const members = new Set(knot);
    const cycles = knot.toSorted().map((start) => shortestCycle(graph, members, start));
    const cycle = cycles.reduce((best, next) => (next.length < best.length ? next : best));
    return { cycle, size: knot.length };
  });
}
