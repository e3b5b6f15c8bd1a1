// What an editor sends as a prompt, as a model is told it. Pure.
import { RequestError, type ContentBlock, type EmbeddedResource } from "@agentclientprotocol/sdk";
import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";
import { fileURLToPath } from "node:url";

type Spoken = TextContent | ImageContent;

/** The blocks of a user message. Throws RequestError for what cannot be said. */
export function promptContent(blocks: readonly ContentBlock[]): Spoken[] {
  const spoken = blocks.map(spokenBlock).filter((block) => block.type !== "text" || block.text);
  if (spoken.length === 0) throw RequestError.invalidParams(undefined, "the prompt is empty");
  return spoken;
}

/** The text of a prompt that is nothing but one text, as a slash command is. */
export function onlyText(blocks: readonly ContentBlock[]): string | undefined {
  const [first] = blocks;
  return blocks.length === 1 && first?.type === "text" ? first.text.trim() : undefined;
}

function spokenBlock(block: ContentBlock): Spoken {
  switch (block.type) {
    case "text":
      return text(block.text);
    case "image":
      return { type: "image", data: block.data, mimeType: block.mimeType };
    case "resource_link":
      return text(`[${block.name}](${pathOf(block.uri)})`);
    case "resource":
      return embedded(block);
    case "audio":
      throw RequestError.invalidParams(undefined, "audio cannot be sent to a model");
  }
}

function embedded({ resource }: EmbeddedResource): Spoken {
  const path = JSON.stringify(pathOf(resource.uri));
  if ("text" in resource) {
    const end = resource.text.endsWith("\n") ? "" : "\n";
    return text(`<file path=${path}>\n${resource.text}${end}</file>`);
  }
  const { mimeType, blob } = resource;
  if (mimeType?.startsWith("image/")) return { type: "image", data: blob, mimeType };
  return text(`<file path=${path} type=${JSON.stringify(mimeType ?? "binary")} />`);
}

function text(words: string): TextContent {
  return { type: "text", text: words };
}

/** A file address as the path that tools take; any other address as it is. */
function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    // Not a file, or not one of this machine.
    return uri;
  }
}
