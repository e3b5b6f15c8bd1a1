// Sizes and ages as people read them. Pure.

/** `512B`, `3.1KB`, `48MB`. */
export function formatSize(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))}${units[unit]}`;
}

const STEPS: readonly (readonly [seconds: number, unit: string])[] = [
  [365 * 86_400, "y"],
  [30 * 86_400, "mo"],
  [7 * 86_400, "w"],
  [86_400, "d"],
  [3600, "h"],
  [60, "m"],
];

/** `just now`, `5m ago`, `3d ago`. */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, ageMs / 1000);
  const step = STEPS.find(([size]) => seconds >= size);
  return step === undefined ? "just now" : `${Math.floor(seconds / step[0])}${step[1]} ago`;
}
