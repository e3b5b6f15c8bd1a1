// Saves what a model wrote before a leak began, where the tool's own language has a way to end early.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { HarmonyDetection } from "./detect.ts";

/** Ends a free-form tool input that was cut off. */
export const ABORT_MARKER = "*** Abort";

/** Whether a tool understands an input that ends with the marker. */
export type AcceptsAbortMarker = (toolName: string, input: string) => boolean;

export interface Recovery {
  readonly message: AssistantMessage;
  readonly removed: string;
}

/** True for the edit language: its input begins with a file header. */
export function hasEditHeader(input: string): boolean {
  return /^\s*[¶@]\S/u.test(input);
}

/** The message up to the leak, with its last call cut at the line where the leak began. */
export function recoverFromLeak(
  message: AssistantMessage,
  detection: HarmonyDetection,
  accepts: AcceptsAbortMarker,
): Recovery | undefined {
  const { surface, signals } = detection;
  const call = message.content[surface.index];
  const input = call?.type === "toolCall" ? call.arguments.input : undefined;
  if (call?.type !== "toolCall" || typeof input !== "string") return undefined;
  if (!accepts(call.name, input)) return undefined;
  const lineStart = input.lastIndexOf("\n", signals[0]!.start) + 1;
  const kept = input.slice(0, lineStart);
  if (kept.trim() === "") return undefined;
  const clean = { ...call, arguments: { ...call.arguments, input: `${kept}${ABORT_MARKER}\n` } };
  // thinking and opaque replay data could carry the leak on, so they stay behind
  const before = message.content
    .slice(0, surface.index)
    .filter((block) => block.type !== "thinking");
  const { providerPayload: _, ...rest } = message;
  return {
    message: { ...rest, content: [...before, clean], stopReason: "toolUse" },
    removed: input.slice(lineStart),
  };
}
