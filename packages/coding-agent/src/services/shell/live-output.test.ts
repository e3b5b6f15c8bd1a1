// What is told of a command's output: everything of a little, the end of a flood, seldom, and nothing that a terminal obeys.
import { expect, test } from "bun:test";
import { LiveOutput } from "./live-output.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function start() {
  const told: string[] = [];
  return { told, live: new LiveOutput((text) => told.push(text)) };
}

test("a little is told whole, the first of it at once", () => {
  const { told, live } = start();
  live.write(bytes("one\n"));
  expect(told).toEqual(["one\n"]);
  live.write(bytes("two \u001b[2J"));
  const half = bytes("é");
  live.write(half.subarray(0, 1));
  live.write(half.subarray(1));
  live.close();
  expect(told.join("")).toBe("one\ntwo é");
});

test("a flood is told seldom, and its end is there", () => {
  const { told, live } = start();
  const flood = bytes("flood ".repeat(1000));
  const pieces = 20_000;
  for (let at = 0; at < pieces; at++) live.write(flood);
  live.write(bytes("the end"));
  live.close();
  expect(told.length).toBeLessThan(pieces / 20);
  expect(told.at(-1)).toEndWith("the end");
  for (const text of told) expect(text.length).toBeLessThanOrEqual(64 * 1024);
});
