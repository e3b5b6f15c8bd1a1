// Which lines are commands of the person, and which of those the model hears of.
import { expect, test } from "bun:test";
import { endText, isBang, readBang } from "./read-bang.ts";

test.each([
  ["!ls -la", "ls -la", false],
  ["!!ls", "ls", true],
  ["! git log\n | head ", "git log\n | head", false],
  ["  !x", "x", false],
  ["!!!x", "!x", true],
  ["!", "", false],
  ["!! ", "", true],
])("%j", (text, command, isKeptFromModel) => {
  expect(isBang(text)).toBe(true);
  expect(readBang(text)).toEqual({ command, isKeptFromModel });
});

test.each(["", "ls", "/help", "wow!", "a\n!b", "$x", "$$x"])("%j is none", (text) => {
  expect(isBang(text)).toBe(false);
  expect(readBang(text)).toBeUndefined();
});

test("how a command ended is said where that is news", () => {
  expect(endText({ exitCode: 0, cancelled: false })).toBe("");
  expect(endText({ exitCode: 3, cancelled: false })).toBe("Exit code 3.");
  expect(endText({ exitCode: undefined, cancelled: true })).toBe("Cancelled.");
});
