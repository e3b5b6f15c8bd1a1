// Golden vectors: a tree of entries and a leaf give the context and choices of the described system.
import { describe, expect, test } from "bun:test";
import type { SessionEntry } from "../log/entry.ts";
import { EntryIndex } from "../log/entry-index.ts";
import { contextMessages } from "./context-messages.ts";
import { foldPath } from "./fold.ts";
import { pathSettings } from "./settings-of-path.ts";

interface Vector {
  name: string;
  entries?: SessionEntry[];
  leaf?: string | null;
  result: object;
}
const fixture = new URL("./fixtures/contexts.json", import.meta.url);
const vectors: Vector[] = await Bun.file(fixture).json();

describe("context of a path", () => {
  for (const vector of vectors) {
    test(vector.name, () => {
      const path = pathOf(vector.entries ?? [], vector.leaf);
      expect<object>({ messages: contextMessages(path), ...foldPath(pathSettings, path) }).toEqual(
        vector.result,
      );
    });
  }
});

function pathOf(entries: readonly SessionEntry[], leaf: string | null | undefined): SessionEntry[] {
  const index = new EntryIndex();
  for (const entry of entries) index.add({ ...entry, offset: 0, length: 0 });
  const from = leaf === undefined ? index.leaf : leaf === null ? undefined : index.find(leaf);
  if (from === undefined) return [];
  return [...index.ancestors(from.ordinal)]
    .reverse()
    .map((ordinal) => entries[ordinal] as SessionEntry);
}
