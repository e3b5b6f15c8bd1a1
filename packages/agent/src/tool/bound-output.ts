// Keeps a result within the size that the application allows, and hands what does not fit to its spill.
// It knows neither files nor artifacts: a spill answers with a name under which the whole can be read.
import { isRecord } from "../record.ts";
import { boundText, type KeptPart, type TextCut, type TextLimit } from "./bound-text.ts";
import type { ResultContent, ToolResult } from "./coerce-result.ts";
import { cutNotice } from "./cut-notice.ts";

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
  /** The tool bounds its text itself; what is cut here is only a defect of it. */
  readonly isBounded?: boolean;
}

/** Room for the notices of tools that bound their own text. */
const NOTICE_ROOM_BYTES = 8 * 1024;

/** Cuts the text of a result; blocks share one limit, and a notice says what is missing. */
export async function boundOutput(
  result: ToolResult,
  bounds: OutputBounds,
  call: BoundCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  const texts = result.content.filter((block) => block.type === "text");
  const text = texts.length === 1 ? texts[0]!.text : texts.map((block) => block.text).join("\n");
  const limit = call.isBounded === true ? widened(bounds.limit) : bounds.limit;
  const { head, tail, cut } = boundText(text, limit, call.keep);
  if (cut === undefined) return result;
  const reference = await spill(bounds.spill, { ...call, text }, signal);
  const shown = [head, tail].filter((part) => part !== "").join("\n…\n");
  const notice = `[${cutNotice(cut, bounds.limit)}${reference.notice}]`;
  const images = result.content.filter((block) => block.type === "image");
  const content: ResultContent[] = [{ type: "text", text: `${shown}\n\n${notice}` }, ...images];
  return { content, details: withTruncation(result.details, cut, reference.name) };
}

function widened({ maxBytes }: TextLimit): TextLimit {
  return { maxBytes: maxBytes + NOTICE_ROOM_BYTES, maxLines: Number.POSITIVE_INFINITY };
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

function withTruncation(details: unknown, cut: TextCut, artifact: string | undefined): unknown {
  if (!isRecord(details)) return details;
  const truncation = artifact === undefined ? cut : { ...cut, artifact };
  const meta = isRecord(details.meta) ? details.meta : {};
  return { ...details, meta: { ...meta, truncation } };
}
