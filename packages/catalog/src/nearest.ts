// Finds the name that somebody probably meant. Pure; knows nothing of what the names stand for.

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && isSwap) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? a.length;
}

/** Up to `limit` names close enough to `wanted` to be worth suggesting, closest first. */
export function nearestNames(wanted: string, names: Iterable<string>, limit = 3): string[] {
  const needle = wanted.toLowerCase();
  const tolerance = Math.max(1, Math.floor(needle.length / 3));
  const scored: { name: string; distance: number }[] = [];
  for (const name of names) {
    if (Math.abs(name.length - needle.length) > tolerance) continue;
    const distance = editDistance(needle, name.toLowerCase());
    if (distance <= tolerance) scored.push({ name, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name));
  return scored.slice(0, limit).map((entry) => entry.name);
}
