// How well a few typed characters match a text, in the manner of fzf's first algorithm: characters in order, gaps cost,
// starts of words and runs of neighbours count. Pure; it knows nothing of files.

/** A match: higher is better; `positions` are indexes into the text, in order. */
export interface FuzzyMatch {
  readonly score: number;
  readonly positions: readonly number[];
}

const SCORE_MATCH = 16;
const GAP_START = -3;
const GAP_EXTENSION = -1;
const BONUS_BOUNDARY = 8;
const BONUS_CAMEL = 7;
const BONUS_CONSECUTIVE = 4;
const FIRST_CHARACTER_FACTOR = 2;
/** Each start costs one scan; the best match hardly ever begins later than this. */
const MAX_STARTS = 16;

/**
 * Undefined when the characters do not occur in order. Case counts only when the query has an upper-case letter. Words
 * separated by blanks must all match, in any order. An empty query matches everything with 0.
 */
export function scoreFuzzy(query: string, text: string): FuzzyMatch | undefined {
  const isCaseSensitive = query !== query.toLowerCase();
  const haystack = isCaseSensitive ? text : foldCase(text);
  let score = 0;
  const positions = new Set<number>();
  for (const word of query.split(" ")) {
    if (word === "") continue;
    const found = bestMatch(isCaseSensitive ? word : foldCase(word), haystack, text);
    if (!found) return undefined;
    score += found.score;
    for (const position of found.positions) positions.add(position);
  }
  return { score, positions: [...positions].sort((left, right) => left - right) };
}

/** Lower case, character by character, so that indexes stay what they are. */
function foldCase(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  return Array.from(text, (char) =>
    char.toLowerCase().length === char.length ? char.toLowerCase() : char,
  ).join("");
}

function bestMatch(word: string, haystack: string, text: string): FuzzyMatch | undefined {
  let best: FuzzyMatch | undefined;
  const first = word[0] ?? "";
  let start = haystack.indexOf(first);
  for (let tries = 0; start >= 0 && tries < MAX_STARTS; tries++) {
    const positions = matchFrom(word, haystack, start);
    if (!positions) break; // Nothing that starts later can match either.
    const score = scorePositions(positions, text);
    if (!best || score > best.score) best = { score, positions };
    start = haystack.indexOf(first, start + 1);
  }
  return best;
}

/** Forward to the first place where all characters have occurred, then back to the shortest stretch that ends there. */
function matchFrom(word: string, haystack: string, start: number): number[] | undefined {
  let end = start;
  for (let index = 1; index < word.length; index++) {
    end = haystack.indexOf(word[index] ?? "", end + 1);
    if (end < 0) return undefined;
  }
  const positions = [end];
  for (let index = word.length - 2, at = end; index >= 0; index--) {
    at = haystack.lastIndexOf(word[index] ?? "", at - 1);
    positions.unshift(at);
  }
  return positions;
}

function scorePositions(positions: readonly number[], text: string): number {
  let score = 0;
  let runBonus = 0;
  for (const [index, position] of positions.entries()) {
    const previous = positions[index - 1];
    const bonus = bonusAt(text, position);
    score += SCORE_MATCH;
    if (previous === position - 1) {
      // A run keeps the bonus of its beginning.
      score += Math.max(bonus, runBonus, BONUS_CONSECUTIVE);
    } else {
      runBonus = bonus;
      score += index === 0 ? bonus * FIRST_CHARACTER_FACTOR : bonus;
      if (previous !== undefined) score += GAP_START + GAP_EXTENSION * (position - previous - 2);
    }
  }
  return score;
}

type CharacterClass = "lower" | "upper" | "digit" | "other";

function bonusAt(text: string, position: number): number {
  const current = classOf(text.charCodeAt(position));
  if (position === 0) return BONUS_BOUNDARY;
  const previous = classOf(text.charCodeAt(position - 1));
  if (current === "other") return BONUS_BOUNDARY;
  if (previous === "other") return BONUS_BOUNDARY;
  const isHump =
    (previous === "lower" && current === "upper") || (previous !== "digit" && current === "digit");
  return isHump ? BONUS_CAMEL : 0;
}

function classOf(code: number): CharacterClass {
  if (code >= 97 && code <= 122) return "lower";
  if (code >= 65 && code <= 90) return "upper";
  if (code >= 48 && code <= 57) return "digit";
  if (code < 128) return "other";
  const char = String.fromCharCode(code);
  if (char !== char.toLowerCase()) return "upper";
  return char === char.toUpperCase() ? "other" : "lower";
}
