// Finds the known name that a misspelt one most likely meant. Pure.

/** The closest candidate, or nothing when none is close enough to be worth suggesting. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, fold(candidate), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_\s]/g, "")
    .slice(0, 64);
}

/** Insertions, deletions, substitutions and swaps of neighbours, or `limit` when no fewer will do. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = row > 1 && column > 1 && isSwap ? beforePrevious[column - 2]! + 1 : limit;
      current.push(Math.min(substitution, swap, previous[column]! + 1, current[column - 1]! + 1));
    }
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(limit, previous[b.length]!);
}
