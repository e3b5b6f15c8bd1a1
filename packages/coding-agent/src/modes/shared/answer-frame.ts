// Carries out one frame of a host and says how it went. Whatever happens, there is one answer that names the command.
import type { Dialogs } from "../../services/dialogs.ts";
import { CommandError } from "../../session/command.ts";
import type { CurrentSession } from "../../session/session-holder.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import type { Frame } from "./frame.ts";
import { afterSlash } from "./slash-prompt.ts";

/** An answer as it travels. */
export interface AnswerFrame {
  readonly id?: string | number;
  readonly type: "response";
  readonly command: string;
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: string;
}

export interface AnswerParts {
  /** What commands may ask the host. */
  readonly dialogs: Dialogs;
  /** What slash commands reach when they are typed as prompts. */
  readonly slashPort: () => SlashPort;
  /** Hears of faults that are not the host's. */
  readonly onDefect: (defect: unknown) => void;
  /** Hears of a failure after the command was answered. */
  readonly sendLater: (answer: AnswerFrame) => void;
}

/** Frames that are no commands but answers of the host, with what takes them. */
const HOST_FRAMES = new Map<string, "answer" | "update">([
  ["extension_ui_response", "answer"],
  ["host_tool_result", "answer"],
  ["host_tool_update", "update"],
  ["host_uri_result", "answer"],
]);

/** What takes a frame of this type; undefined for a command. */
export function hostFrameWay(type: string): "answer" | "update" | undefined {
  return HOST_FRAMES.get(type);
}

/** Carries the frame out; never rejects. */
export async function answerFrame(
  holder: CurrentSession,
  frame: Frame,
  { dialogs, slashPort, onDefect, sendLater }: AnswerParts,
): Promise<AnswerFrame> {
  const response = {
    ...(frame.id !== undefined && { id: frame.id }),
    type: "response" as const,
    command: frame.command,
  };
  const failure = (error: unknown): AnswerFrame => {
    if (!(error instanceof CommandError)) onDefect(error);
    const text = error instanceof Error ? error.message : String(error);
    return { ...response, success: false, error: text };
  };
  if (!frame.ok) return { ...response, success: false, error: frame.problem };
  try {
    const fields = await afterSlash(frame.fields, slashPort);
    if (fields === undefined) return { ...response, success: true };
    const data = await holder.send(fields, {
      dialogs,
      failLater: (error) => sendLater(failure(error)),
    });
    return { ...response, success: true, ...(data !== undefined && { data }) };
  } catch (error) {
    return failure(error);
  }
}
