// Contract: there is room until much waits, then again when it was drawn, and nobody waits for ever.
import { expect, test } from "bun:test";
import { Backlog } from "./backlog.ts";

test("what waits is held back and let go", async () => {
  const backlog = new Backlog();
  backlog.add(1_000);
  expect(backlog.room()).toBeUndefined();
  backlog.add(1_000_000);
  const room = backlog.room();
  expect(room).toBeInstanceOf(Promise);
  backlog.take(1_001_000);
  await room;
  expect(backlog.room()).toBeUndefined();
});

test("what is no longer shown is not waited for", async () => {
  const backlog = new Backlog();
  backlog.add(1_000_000);
  const room = backlog.room();
  backlog.clear();
  await room;
  expect(backlog.room()).toBeUndefined();
});

test("nothing is held back for good while nothing is drawn", async () => {
  const backlog = new Backlog();
  backlog.add(1_000_000);
  await backlog.room();
  expect(backlog.room()).toBeInstanceOf(Promise);
});
