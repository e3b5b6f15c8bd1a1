// Contract: conditions of a text are decided by facts, and a text that cannot be rendered is a defect that shows at once.
import { describe, expect, test } from "bun:test";
import { renderPrompt } from "./render-prompt.ts";

describe("a text", () => {
  test.each([
    ["a{{#if x}} b{{/if}} c", { x: true }, "a b c"],
    ["a{{#if x}} b{{/if}} c", { x: false }, "a c"],
    ["{{#if x}}yes{{else}}no{{/if}}{{#if y}}!{{/if}}", { x: false, y: true }, "no!"],
    ["one\n{{#if x}}two{{/if}}\nthree", { x: false }, "one\nthree"],
    ["`{ $$$B }` stays", {}, "`{ $$$B }` stays"],
  ])("%j with %j", (template, facts, text) => expect(renderPrompt(template, facts)).toBe(text));

  test.each([["{{#if z}}a{{/if}}"], ["{{#if x}}a"], ["{{x}}"]])("%j is refused", (template) =>
    expect(() => renderPrompt(template, { x: true })).toThrow(TypeError),
  );
});
