// Rule: a file and its folders have names, in kebab-case, that say what they hold.
import { stemOf } from "../place.ts";
import type { Rule } from "../rule.ts";

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function problemsOf(inner: string, forbidden: readonly string[]): string[] {
  const folders = inner.split("/").slice(0, -1);
  const file = inner.slice(inner.lastIndexOf("/") + 1);
  const names = [...folders, ...file.split(".").slice(0, -1)];
  const oddNames = names.filter((name) => !KEBAB.test(name));
  const emptyNames = [...folders, stemOf(file)].filter((name) => forbidden.includes(name));
  return [
    ...oddNames.map((name) => `"${name}" is not kebab-case`),
    ...emptyNames.map((name) => `"${name}" does not say what it holds`),
  ];
}

export default {
  id: "file-name",
  allowed: "Names are kebab-case and none of forbiddenNames in scripts/layers.json.",
  remedy: "Name the file after its main export; what has no name has no place.",
  checkTree: ({ files }, { forbiddenNames }) =>
    [...files.values()].flatMap(({ place }) =>
      problemsOf(place.inner, forbiddenNames).map((message) => ({
        path: place.path,
        line: 1,
        message,
      })),
    ),
} satisfies Rule;
