// Suggestions: close names only, closest first.
import { expect, test } from "bun:test";
import { nearestNames } from "./nearest.ts";

test.each([
  ["baseURL", ["baseUrl", "api", "base"], ["baseUrl"]],
  ["zzz", ["baseUrl", "api"], []],
  ["gpt-5.4", ["gpt-5.4-mini", "gpt-4.5", "gpt-5.5"], ["gpt-5.5", "gpt-4.5"]],
  ["aaaaaa", ["aaaaab", "aaaaac", "aaaaad", "aaaaae"], ["aaaaab", "aaaaac", "aaaaad"]],
])("%s among %p", (wanted, names, expected) => {
  expect(nearestNames(wanted, names)).toEqual(expected);
});
