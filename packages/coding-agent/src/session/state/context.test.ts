// Golden vectors: a tree of entries and a leaf give the context and choices of the described system.
import { describe, expect, test } from "bun:test";
import type { SessionEntry } from "../log/entry.ts";
import { SessionTree } from "../log/session-tree.ts";
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
      const tree = new SessionTree();
      for (const entry of vector.entries ?? []) tree.add(entry);
      const path = tree.path(vector.leaf);
      expect<object>({ messages: contextMessages(path), ...foldPath(pathSettings, path) }).toEqual(
        vector.result,
      );
    });
  }
});
