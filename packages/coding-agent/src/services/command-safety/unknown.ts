// How a value says that part of it is not known before the script runs.

/** Stands for any text; a character of no meaning, so that real commands do not hold it. */
export const HOLE = "\uE000";

export function hasHole(value: string): boolean {
  return value.includes(HOLE);
}
