// The text that a model reads when a command has ended.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { CommandEnd } from "../../services/command-runner.ts";
import type { ShownOutput } from "../../services/shell/command-output.ts";

export interface EndedCommand {
  readonly isOk: boolean;
  readonly text: string;
  readonly kind: "error" | "timeout" | "aborted";
  readonly details: Readonly<Record<string, unknown>>;
}

/** Output, what is missing of it, and how the command ended. */
export function describeEnd(end: CommandEnd, output: ShownOutput, timeoutS: number): EndedCommand {
  const { notice, truncation } = output;
  const details = {
    timeoutSeconds: timeoutS,
    ...(truncation !== undefined && { meta: { truncation } }),
  };
  const isEmpty = output.text.trim() === "";
  if (end.how === "exited" && end.exitCode === 0) {
    const shown = isEmpty ? "(no output)" : output.text;
    const text = notice === undefined ? shown : `${shown}\n\n${notice}`;
    return { isOk: true, kind: "error", text, details };
  }
  const shown = isEmpty ? "(no output)" : output.text.trimEnd();
  const parts = [shown, ...(notice === undefined ? [] : [notice]), howItEnded(end, timeoutS)];
  return {
    isOk: false,
    kind: end.how === "exited" ? "error" : end.how,
    text: parts.join("\n\n"),
    details: end.how === "exited" ? { ...details, exitCode: end.exitCode } : details,
  };
}

/** The result of a call, or the failure. */
export function toResult({ isOk, text, kind, details }: EndedCommand): {
  content: string;
  details: object;
} {
  if (!isOk) throw new ToolFailure(text, { kind, details });
  return { content: text, details };
}

function howItEnded(end: CommandEnd, timeoutS: number): string {
  if (end.how === "exited") return `Command exited with code ${end.exitCode}`;
  return end.how === "timeout"
    ? `[Command timed out after ${timeoutS} seconds]`
    : "Command aborted";
}
