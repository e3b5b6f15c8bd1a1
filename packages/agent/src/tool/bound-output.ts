// Keeps a result within the size that the application allows, and hands what does not fit to its spill.
// It knows neither files nor artifacts: a spill answers with a name under which the whole can be read.
import { isRecord } from "../record.ts";
import { boundText, type KeptPart, type TextCut, type TextLimit } from "./bound-text.ts";
import type { ResultContent, ToolResult } from "./coerce-result.ts";

export interface SpillRequest {
  readonly toolName: string;
  readonly callId: string;
  /** The whole text, before anything was cut. */
  readonly text: string;
}

/** Keeps the whole text somewhere; gives the reference by which a model can read it. */
export type Spill = (request: SpillRequest, signal: AbortSignal) => Promise<string | undefined>;

export interface OutputBounds {
  readonly limit: TextLimit;
  readonly spill?: Spill;
}

export interface BoundCall {
  readonly toolName: string;
  readonly callId: string;
  readonly keep: KeptPart;
}

/** Cuts the text of a result; blocks share one limit, and a notice says what is missing. */
export async function boundOutput(
  result: ToolResult,
  bounds: OutputBounds,
  call: BoundCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  const texts = result.content.filter((block) => block.type === "text");
  const text = texts.length === 1 ? texts[0]!.text : texts.map((block) => block.text).join("\n");
  const { head, tail, cut } = boundText(text, bounds.limit, call.keep);
  if (cut === undefined) return result;
  const reference = await spill(bounds.spill, { ...call, text }, signal);
  const shown = [head, tail].filter((part) => part !== "").join("\n…\n");
  const notice = `[${cutText(cut, bounds.limit)}${reference.notice}]`;
  const images = result.content.filter((block) => block.type === "image");
  const content: ResultContent[] = [{ type: "text", text: `${shown}\n\n${notice}` }, ...images];
  return { content, details: withTruncation(result.details, cut, reference.name) };
}

async function spill(
  keepWhole: Spill | undefined,
  request: SpillRequest,
  signal: AbortSignal,
): Promise<{ notice: string; name?: string }> {
  if (keepWhole === undefined) return { notice: "" };
  try {
    const { toolName, callId, text } = request;
    const name = await keepWhole({ toolName, callId, text }, signal);
    return name === undefined ? { notice: "" } : { notice: `. Read ${name} for full output`, name };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { notice: `. The full output could not be kept: ${cause}` };
  }
}

function cutText(cut: TextCut, limit: TextLimit): string {
  const { totalLines, totalBytes, headLines, tailLines, keptBytes } = cut;
  const limitText = `${sizeText(limit.maxBytes)} limit`;
  if (headLines + tailLines >= totalLines) {
    return `Showing ${sizeText(keptBytes)} of ${sizeText(totalBytes)} (${limitText})`;
  }
  const head = `1-${headLines}`;
  const tail = `${totalLines - tailLines + 1}-${totalLines}`;
  if (headLines > 0 && tailLines > 0) {
    const missing = totalLines - headLines - tailLines;
    const elided = `${missing} middle lines (${sizeText(totalBytes - keptBytes)}) elided`;
    return `Showing lines ${head} and ${tail} of ${totalLines}; ${elided}`;
  }
  return `Showing lines ${headLines > 0 ? head : tail} of ${totalLines} (${limitText})`;
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)}KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)}MB`;
}

function withTruncation(details: unknown, cut: TextCut, artifact: string | undefined): unknown {
  if (!isRecord(details)) return details;
  const truncation = artifact === undefined ? cut : { ...cut, artifact };
  const meta = isRecord(details.meta) ? details.meta : {};
  return { ...details, meta: { ...meta, truncation } };
}
