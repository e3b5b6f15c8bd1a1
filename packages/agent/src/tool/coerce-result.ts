// The single place where whatever a tool returned becomes a result that a log and a provider accept.
// It trusts nothing about the value.
import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "../record.ts";
import { sanitizeText } from "./sanitize-text.ts";

export type ResultContent = TextContent | ImageContent;

/** A tool's answer: what the model reads, and plain data for views. */
export interface ToolResult {
  content: ResultContent[];
  details: unknown;
}

export interface CoercedResult extends ToolResult {
  isError: boolean;
}

const NO_OUTPUT = "(no output)";

/** Accepts a string, content blocks or `{content, details?, isError?}`; anything else is an error result. */
export function coerceToolResult(value: unknown): CoercedResult {
  if (typeof value === "string" || Array.isArray(value)) return coerceContent(value, {}, false);
  if (!isRecord(value) || !("content" in value)) return malformed(describe(value), {});
  const details = value.details ?? {};
  const { content } = value;
  if (typeof content !== "string" && !Array.isArray(content)) {
    return malformed(`content that is ${describe(content)}`, details);
  }
  return coerceContent(content, details, value.isError === true);
}

/** One text block as a result. */
export function textResult(text: string, isError: boolean, details: unknown = {}): CoercedResult {
  return { content: [{ type: "text", text }], details, isError };
}

function coerceContent(
  content: string | unknown[],
  details: unknown,
  isError: boolean,
): CoercedResult {
  const source: unknown[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  const blocks = source.map(coerceBlock).filter((block) => block !== undefined);
  if (source.length > 0 && blocks.length === 0) {
    return malformed("content blocks that are neither text nor image", details);
  }
  const hasSomething = blocks.some((block) => block.type === "image" || block.text !== "");
  return {
    content: hasSomething ? blocks.filter(isNotEmpty) : [{ type: "text", text: NO_OUTPUT }],
    details,
    isError,
  };
}

function coerceBlock(block: unknown): ResultContent | undefined {
  if (!isRecord(block)) return undefined;
  if (block.type === "text" && typeof block.text === "string") {
    const { text } = block;
    const clean = sanitizeText(text);
    return { type: "text", text: clean };
  }
  const { data, mimeType } = block;
  if (block.type === "image" && typeof data === "string" && typeof mimeType === "string") {
    return { type: "image", data, mimeType };
  }
  return undefined;
}

function isNotEmpty(block: ResultContent): boolean {
  return block.type === "image" || block.text !== "";
}

function malformed(what: string, details: unknown): CoercedResult {
  return textResult(`The tool returned an invalid result: ${what}.`, true, details);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}
