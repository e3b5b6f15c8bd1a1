// How long ago something was, in words people use.

const UNITS = [
  { ms: 7 * 86_400_000, one: "a week", many: "weeks" },
  { ms: 86_400_000, one: "a day", many: "days" },
  { ms: 3_600_000, one: "an hour", many: "hours" },
  { ms: 60_000, one: "a minute", many: "minutes" },
] as const;

export function sinceWords(ageMs: number): string {
  const unit = UNITS.find(({ ms }) => ageMs >= ms);
  if (unit === undefined) return "just now";
  const count = Math.floor(ageMs / unit.ms);
  return `${count === 1 ? unit.one : `${count} ${unit.many}`} ago`;
}
