// Looks into JSON of others without trusting its shape: what is not there is empty.

export class JsonView {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** What stands at a dotted path; `0` is the first of a list. */
  at(path: string): JsonView {
    const found = path.split(".").reduce<unknown>((value, part) => {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, part))
        return undefined;
      return (value as Record<string, unknown>)[part];
    }, this.#value);
    return new JsonView(found);
  }

  /** Text, number or switch at a path as text; lists joined by commas; else empty. */
  text(path = ""): string {
    const value = path === "" ? this.#value : this.at(path).#value;
    if (Array.isArray(value))
      return value
        .map((item) => new JsonView(item).text())
        .filter((item) => item !== "")
        .join(", ");
    return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
  }

  list(path = ""): JsonView[] {
    const value = path === "" ? this.#value : this.at(path).#value;
    return Array.isArray(value) ? value.map((item) => new JsonView(item)) : [];
  }

  keys(path: string): string[] {
    const value = this.at(path).#value;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.keys(value)
      : [];
  }
}

/** `- name: value` for each that has a value. */
export function factLines(facts: Readonly<Record<string, string>>): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `- ${name}: ${value}`)
    .join("\n");
}

/** Parts that say something, a blank line between. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}
