// Finds the models that a loosely written name may mean, best first. Exact names are not its
// business.
import type { Model } from "../model.ts";
import { providerRank, type Preference } from "./canonical-index.ts";

/** How well a name fits, best first; null when it does not. */
function quality(query: string, id: string, name: string): number | null {
  if (id.startsWith(query) || id.includes(`/${query}`)) return 0;
  if (id.includes(query)) return 1;
  if (name.includes(query)) return 2;
  const words = query.split(/[^a-z0-9]+/).filter((word) => word !== "");
  const text = `${id} ${name}`;
  if (words.length > 1 && words.every((word) => text.includes(word))) return 3;
  return isAbbreviation(query, id) ? 4 : null;
}

/** Do the letters of `query` run through `id` in order, each run starting where a word starts? */
function isAbbreviation(query: string, id: string): boolean {
  const letters = query.replace(/[^a-z0-9]+/g, "");
  if (letters.length < 3) return false;
  const words = id
    .split(/(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])|[^a-z0-9]+/)
    .filter((word) => word !== "");
  let reached = new Set([0]);
  for (const word of words) {
    const further = new Set(reached);
    for (const start of reached) {
      for (let taken = 0; taken < word.length && word[taken] === letters[start + taken]; taken++) {
        further.add(start + taken + 1);
      }
    }
    reached = further;
  }
  return reached.has(letters.length);
}

/** The date of a frozen model: `-20250514`, `@2024-05-13`, `-09-2025`, `-0905`. */
const SNAPSHOT = /[-@](?:20\d{6}|20\d\d-\d\d-\d\d|(?:\d\d-)?\d{4})$/;

/** Version numbers in an id; sizes (`70b`, `128k`) and dates are none. */
function versionOf(id: string): number[] {
  const base = id
    .slice(id.lastIndexOf("/") + 1)
    .replace(/:.*$/, "")
    .replace(SNAPSHOT, "");
  const numbers = base.matchAll(/(?<![\d.])(\d{1,2}(?:\.\d{1,2})?)(?![\d.]|[bkmt](?![a-z]))/gi);
  return [...numbers].flatMap(([, number = ""]) => number.split(".").map(Number));
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (b[place] ?? -1) - (a[place] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

interface Candidate {
  model: Model;
  isAvailable: boolean;
  quality: number;
  wanted: number;
  providerPlace: number;
  place: number;
}

/** Fits of one class are equal enough that the provider goes first: in the id, in words, guessed. */
const CLASS_OF_QUALITY = [0, 0, 1, 1, 2];

function classOf({ quality }: Candidate): number {
  return CLASS_OF_QUALITY[quality] ?? CLASS_OF_QUALITY.length;
}

function compare(a: Candidate, b: Candidate): number {
  return (
    Number(b.isAvailable) - Number(a.isAvailable) ||
    classOf(a) - classOf(b) ||
    a.wanted - b.wanted ||
    a.providerPlace - b.providerPlace ||
    a.quality - b.quality ||
    compareVersions(versionOf(a.model.id), versionOf(b.model.id)) ||
    Number(SNAPSHOT.test(a.model.id)) - Number(SNAPSHOT.test(b.model.id)) ||
    a.model.id.length - b.model.id.length ||
    a.place - b.place
  );
}

function fitOf(needle: string, model: Model): number | null {
  const id = model.id.toLowerCase();
  const name = model.name.toLowerCase();
  const direct = quality(needle, id, name);
  if (direct !== null) return direct;
  const slash = needle.indexOf("/");
  if (slash <= 0 || !model.provider.startsWith(needle.slice(0, slash))) return null;
  return quality(needle.slice(slash + 1), id, name);
}

/**
 * The models that `query` may mean, best first. Available ones go before others, wanted providers
 * before the rest, then a closer fit, the newest version, and plain names before dated ones.
 */
export function matchModels(
  query: string,
  models: readonly Model[],
  { isAvailable = () => true, providerOrder }: Preference = {},
): Model[] {
  const needle = query.trim().toLowerCase();
  if (needle === "") return [];
  const providers = [...new Set(models.map((model) => model.provider))];
  const found: Candidate[] = [];
  for (const [place, model] of models.entries()) {
    const fit = fitOf(needle, model);
    if (fit === null) continue;
    found.push({
      model,
      isAvailable: isAvailable(model),
      quality: fit,
      wanted: providerRank(model.provider, providerOrder),
      providerPlace: providers.indexOf(model.provider),
      place,
    });
  }
  return found.sort(compare).map((candidate) => candidate.model);
}
