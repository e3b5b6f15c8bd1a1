// Contracts: boxes in Unicode or ASCII, paddings made whole, the drawing kept, and syntax errors said.
import { describe, expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { artifactWriterNeed, createArtifactWriter } from "../../services/artifact-writer.ts";
import { bind, callTool, tokensOf } from "../../testing/call-tool.ts";
import renderMermaid from "./render-mermaid.ts";

const GRAPH = "graph LR\n  A --> B";
const render = (args: Record<string, unknown>, folder?: string) =>
  callTool(renderMermaid, args, [bind(artifactWriterNeed, createArtifactWriter(folder))]);

describe("render_mermaid", () => {
  test("draws boxes, and keeps the drawing", async () => {
    using workspace = createWorkspace();
    const first = await render({ mermaid: GRAPH }, workspace.at("session"));
    expect(first.isError).toBe(false);
    expect(first.text).toMatch(/│ A ├─+►│ B │/);
    expect(first.text).toEndWith("\n\nSaved artifact: artifact://0");
    expect(first.details).toEqual({ artifactId: "0" });
    expect(workspace.read("session/0.render_mermaid.log").trimEnd()).toBe(
      first.text.replace(/\n\nSaved.*$/, ""),
    );
    expect((await render({ mermaid: GRAPH }, workspace.at("session"))).text).toEndWith("://1");
  });

  test("draws plain ASCII on request, and no trailer where nothing is kept", async () => {
    const { text } = await render({ mermaid: GRAPH, config: { useAscii: true } });
    expect(text).toMatch(/\| A \|-+>\| B \|/);
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).not.toContain("artifact");
  });

  test("paddings are made whole and never negative", async () => {
    const sized = (paddingX: number) => render({ mermaid: GRAPH, config: { paddingX } });
    expect((await sized(3.9)).text).toBe((await sized(3)).text);
    expect((await sized(-5)).text).toBe((await sized(0)).text);
    expect((await sized(9)).text).not.toBe((await sized(0)).text);
  });

  test.each(["graph TD; A-->B", "nonsense", ""])("refuses %s in a sentence", async (mermaid) => {
    const { text, isError } = await render({ mermaid });
    expect(isError).toBe(true);
    expect(text).toMatch(/mermaid|diagram/i);
    expect(text).not.toContain("\n    at ");
  });

  test("is cheap", () => expect(tokensOf(renderMermaid)).toBeLessThan(250));
});
