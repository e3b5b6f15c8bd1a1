// Ranks tools by how well they fit a query: BM25 over weighted fields. Pure.

/** A tool that is not active yet, as a search sees it. */
export interface DiscoverableTool {
  readonly name: string;
  readonly label: string;
  readonly summary: string;
  readonly schemaKeys: readonly string[];
  readonly serverName?: string;
  readonly mcpToolName?: string;
}

export interface ToolMatch {
  readonly tool: DiscoverableTool;
  readonly score: number;
}

const K1 = 1.2;
const B = 0.75;
const WEIGHTS = { name: 6, label: 4, mcpToolName: 4, serverName: 2, summary: 2, schemaKey: 1 };
const SUMMARY_LENGTH = 200;

interface Document {
  readonly tool: DiscoverableTool;
  /** Weighted count of each word. */
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Tools made ready for searching. */
export class ToolSearch {
  readonly #documents: readonly Document[];
  readonly #averageLength: number;
  /** In how many documents a word occurs. */
  readonly #spread = new Map<string, number>();

  constructor(tools: readonly DiscoverableTool[]) {
    this.#documents = tools.map(toDocument);
    const total = this.#documents.reduce((sum, { length }) => sum + length, 0);
    this.#averageLength = total / Math.max(1, tools.length);
    for (const { counts } of this.#documents)
      for (const word of counts.keys()) this.#spread.set(word, (this.#spread.get(word) ?? 0) + 1);
  }

  get size(): number {
    return this.#documents.length;
  }

  /** Everything that shares a word with the query, best first; undefined for a query without words. */
  find(query: string): ToolMatch[] | undefined {
    const words = new Set(wordsOf(query));
    if (words.size === 0) return undefined;
    return this.#documents
      .map((document) => ({ tool: document.tool, score: this.#score(document, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1));
  }

  #score({ counts, length }: Document, words: ReadonlySet<string>): number {
    let score = 0;
    for (const word of words) {
      const count = counts.get(word) ?? 0;
      const spread = this.#spread.get(word) ?? 0;
      const rarity = Math.log(1 + (this.size - spread + 0.5) / (spread + 0.5));
      const norm = 1 - B + (B * length) / this.#averageLength;
      if (count > 0) score += (rarity * count * (K1 + 1)) / (count + K1 * norm);
    }
    return score;
  }
}

/** Lower-case words; camelCase and punctuation divide. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(stem);
}

/** What is left of an English word without the endings of plurals and tenses: `calculates` and `calculating` are one. */
function stem(word: string): string {
  const singular = word
    .replace(/(?<=..)ies$/, "y")
    .replace(/(?<=[sxz]|ch|sh)es$/, "")
    .replace(/(?<=..[^su\d])s$/, "");
  const plain = singular.replace(/(?<=[a-z]*[aeiouy][a-z]*[a-z]{2})(?:ing|ed)$/, "");
  const undoubled = plain === singular ? plain : plain.replace(/([bdgmnprt])\1$/, "$1");
  return undoubled.replace(/(?<=...)e$/, "");
}

function toDocument(tool: DiscoverableTool): Document {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (text: string | undefined, weight: number): void => {
    for (const word of wordsOf(text ?? "")) {
      counts.set(word, (counts.get(word) ?? 0) + weight);
      length += weight;
    }
  };
  add(tool.name, WEIGHTS.name);
  add(tool.label, WEIGHTS.label);
  add(tool.mcpToolName, WEIGHTS.mcpToolName);
  add(tool.serverName, WEIGHTS.serverName);
  add(tool.summary.slice(0, SUMMARY_LENGTH), WEIGHTS.summary);
  for (const key of tool.schemaKeys) add(key, WEIGHTS.schemaKey);
  return { tool, counts, length };
}
