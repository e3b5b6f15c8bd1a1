// The prompt is small, says where instructions come from, and gives equal segments for equal parts.
import { describe, expect, test } from "bun:test";
import { systemPrompt, type SystemPromptParts } from "./system-prompt.ts";

const parts: SystemPromptParts = { cwd: "/w", platform: "linux", hasTools: true, contextFiles: [] };

describe("systemPrompt", () => {
  test("is under 2,400 characters of our own", () => {
    expect(systemPrompt(parts).join("").length).toBeLessThan(2400);
  });

  test("names the source of standing instructions and keeps them whole", () => {
    const segments = systemPrompt({
      ...parts,
      contextFiles: [{ path: "AGENTS.md", text: "Use tabs.\n" }],
    });
    expect(segments.at(-1)).toBe('<instructions from="AGENTS.md">\nUse tabs.\n</instructions>');
  });

  test("a replacement takes the place of our text only, an appendix comes last", () => {
    const segments = systemPrompt({ ...parts, replacement: "You are Bob.", appendix: "Be brief." });
    expect(segments[0]).toBe("You are Bob.");
    expect(segments[1]).toContain("/w");
    expect(segments.at(-1)).toBe("Be brief.");
  });

  test("without tools says nothing of tools", () => {
    expect(systemPrompt({ ...parts, hasTools: false }).join("")).not.toContain("# Tools");
  });

  test("equal parts give equal segments", () => {
    expect(systemPrompt(parts)).toEqual(systemPrompt({ ...parts }));
  });
});
