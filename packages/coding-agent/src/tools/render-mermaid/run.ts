// Runs a call of `render_mermaid`: draws, and keeps the drawing as an artifact.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { messageOf, ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { renderMermaidASCII } from "beautiful-mermaid";
import type { ArtifactWriter } from "../../services/artifact-writer.ts";
import type { RenderMermaidArguments } from "./parameters.ts";

export function run(
  { needs: { artifacts }, toolName }: ToolContext<{ artifacts: ArtifactWriter }>,
  { mermaid, config = {} }: RenderMermaidArguments,
): { content: string; details: object } {
  const drawing = draw(mermaid, config);
  const artifactId = artifacts.save(toolName, `${drawing}\n`);
  const trailer = artifactId === undefined ? "" : `\n\nSaved artifact: artifact://${artifactId}`;
  return { content: drawing + trailer, details: artifactId === undefined ? {} : { artifactId } };
}

function draw(
  mermaid: string,
  { useAscii = false, ...sizes }: NonNullable<RenderMermaidArguments["config"]>,
): string {
  const whole = Object.entries(sizes)
    .filter((entry): entry is [string, number] => entry[1] !== undefined)
    .map(([name, size]) => [name, Math.min(MAX_PADDING, Math.max(0, Math.floor(size)))]);
  try {
    const drawing = renderMermaidASCII(mermaid, {
      useAscii,
      colorMode: "none",
      ...Object.fromEntries(whole),
    });
    return drawing.trimEnd();
  } catch (error) {
    throw new ToolFailure(messageOf(error), { cause: error });
  }
}

/** Wider gaps only make the drawing unreadable. */
const MAX_PADDING = 100;
