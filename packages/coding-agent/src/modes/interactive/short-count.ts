// Large numbers as people read them at a glance.

/** `1200` is `1.2k`. */
export function shortCount(value: number): string {
  if (value < 1000) return String(value);
  return value < 1_000_000 ? `${trim(value / 1000)}k` : `${trim(value / 1_000_000)}M`;
}

function trim(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, "");
}
