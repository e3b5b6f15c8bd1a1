// The head of a Markdown file: a block of YAML between two lines of dashes. Pure; a broken head is part of the text.

export interface WithFields {
  /** Those fields whose value is a text. */
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string;
}

const HEAD = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Splits head and text. */
export function readFrontMatter(text: string): WithFields {
  const head = HEAD.exec(text);
  if (head === null) return { fields: {}, body: text };
  try {
    const parsed: unknown = Bun.YAML.parse(head[1] ?? "");
    const entries = typeof parsed === "object" && parsed !== null ? Object.entries(parsed) : [];
    const fields = entries.filter((entry): entry is [string, string] => {
      return typeof entry[1] === "string";
    });
    return { fields: Object.fromEntries(fields), body: text.slice(head[0].length) };
  } catch {
    return { fields: {}, body: text }; // Not YAML: the author meant a ruler, not a head.
  }
}
