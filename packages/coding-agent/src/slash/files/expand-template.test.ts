// Expansion of file commands, against what the described system does with each template and input.
import { expect, test } from "bun:test";
import cases from "./fixtures/expand.json";
import { expandTemplate } from "./expand-template.ts";

test.each(cases.filter(({ input }) => !input.startsWith("/unknown")))(
  "$template with $input",
  ({ template, input, result }) => {
    expect(expandTemplate(template, input.replace(/^\/t\s*/, ""))).toBe(result);
  },
);
