// Contract: a file opens with a comment of at least a few words, after a hashbang at most.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./file-header.ts";

test.each([
  ["// What a message is, and nothing more.\nexport {};", false],
  ["/** What a message is, and nothing more. */\nexport {};", false],
  ["/*\n * What a message is,\n * and nothing more.\n */\nexport {};", false],
  ["// What a\n// message is.\nexport {};", false],
  ["#!/usr/bin/env bun\n// What a message is.\nexport {};", false],
  ["\n// What a message is.\nexport {};", false],
  ["// oxlint-disable no-console\n// What a message is.\nexport {};", false],
  ["export {};", true],
  ["", true],
  ["export {};\n// What a message is.", true],
  ["// message\nexport {};", true],
  ["// -----------------------\nexport {};", true],
  ["// oxlint-disable no-console because of this and that\nexport {};", true],
  ['/// <reference types="some really long name" />\nexport {};', true],
])("%#", (text, isWrong) => {
  expect(findings(rule, { "packages/ai/src/a.ts": text })).toHaveLength(isWrong ? 1 : 0);
});
