// Older files become what the described system makes of them, and nothing unreadable is dropped.
import { describe, expect, test } from "bun:test";
import { migrateLines } from "./migrate.ts";

interface Vector {
  in: Record<string, unknown>[];
  result: Record<string, unknown>[];
}
const vectors: Vector[] = await Bun.file(
  new URL("./fixtures/migrations.json", import.meta.url),
).json();

describe("migrateLines", () => {
  for (const [index, vector] of vectors.entries()) {
    test(`vector ${index}`, () => {
      const ids = vector.result.slice(1).map((line) => line["id"] as string);
      let next = 0;
      expect(migrateLines(vector.in, () => ids[next++] as string)).toEqual(vector.result);
    });
  }

  test("a file of the present version, or without a header, is left alone", () => {
    expect(migrateLines([{ type: "session", version: 3, id: "s" }], () => "x")).toBeUndefined();
    expect(migrateLines([{ type: "message" }], () => "x")).toBeUndefined();
  });

  test("unreadable lines keep their place", () => {
    const migrated = migrateLines(
      [{ type: "session", id: "s" }, undefined, { type: "message" }],
      () => "x",
    );
    expect(migrated).toEqual([
      { type: "session", id: "s", version: 3 },
      undefined,
      { type: "message", id: "x", parentId: null },
    ]);
  });
});
