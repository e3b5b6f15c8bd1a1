// Lists the names that somebody probably meant. Pure; knows nothing of what the names stand for.
import { editDistance } from "@oh-my-pi/pi-utils/text/edit-distance";

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
