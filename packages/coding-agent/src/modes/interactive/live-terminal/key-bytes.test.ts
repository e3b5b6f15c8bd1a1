// Keys reach a program inside as a terminal would send them.
import { expect, test } from "bun:test";
import { InputParser } from "@oh-my-pi/pi-tui/input-parser";
import { keyBytes } from "./key-bytes.ts";

test.each([
  "a",
  "Z",
  "é",
  "\r",
  "\t",
  "\x7f",
  "\x1b[A",
  "\x1b[D",
  "\x1b[3~",
  "\x03",
  "\x1a",
  "\x04",
  "\x1bb",
  " ",
])("%j goes through unchanged", (bytes) => {
  const parser = new InputParser();
  const events = [...parser.feed(Buffer.from(bytes)), ...parser.flush()];
  expect(events.map(keyBytes).join("")).toBe(bytes);
});

test("a paste goes through whole, releases and answers do not", () => {
  expect(keyBytes({ type: "paste", text: "a\nb" })).toBe("a\nb");
  expect(keyBytes({ type: "key", chord: "a", text: "a", action: "release" })).toBe("");
  expect(keyBytes({ type: "focus", isFocused: true })).toBe("");
});
