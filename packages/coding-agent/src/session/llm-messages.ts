// The one place where a session's own kinds of messages become what a model can be sent. Each message is
// translated on its own, so that a longer conversation begins with the same bytes.
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import {
  branchContextText,
  summaryContextText,
} from "@oh-my-pi/pi-agent-core/compact/summary-prompt";
import type { Message, TextContent, UserMessage } from "@oh-my-pi/pi-ai/message";
import { REWIND_REPORT_TYPE } from "./checkpoint/checkpoint-mark.ts";
import type { BashExecutionMessage, CustomMessage } from "./log/entry.ts";
import type { BranchSummaryMessage, CompactionSummaryMessage } from "./state/context-messages.ts";

declare module "@oh-my-pi/pi-agent-core/agent-message" {
  interface CustomAgentMessages {
    custom: CustomMessage;
    bashExecution: BashExecutionMessage;
    compactionSummary: CompactionSummaryMessage;
    branchSummary: BranchSummaryMessage;
  }
}

/** What a model is sent of a conversation. */
export function toLlmMessages(messages: readonly AgentMessage[]): Message[] {
  return messages.flatMap(toLlmMessage);
}

function toLlmMessage(message: AgentMessage): Message[] {
  switch (message.role) {
    case "assistant":
      return message.content.length === 0 ? [] : [message];
    case "custom":
      // The branch summary before it says the same.
      if (message.customType === REWIND_REPORT_TYPE) return [];
      return [
        {
          role: "user",
          content: message.content,
          attribution: message.attribution ?? "agent",
          timestamp: message.timestamp,
        },
      ];
    case "bashExecution":
      return message.excludeFromContext === true
        ? []
        : [asUser(bashText(message), message.timestamp)];
    case "compactionSummary":
      return [summaryMessage(message)];
    case "branchSummary":
      return [asUser(branchContextText(message.summary), message.timestamp)];
    default:
      return [message];
  }
}

function summaryMessage({
  summary,
  timestamp,
  providerPayload,
}: CompactionSummaryMessage): Message {
  const message = asUser(summaryContextText(summary), timestamp);
  if (providerPayload === undefined) return message;
  const text = summaryContextText(providerPayload.text);
  return { ...message, providerPayload: { ...providerPayload, text } };
}

function asUser(text: string, timestamp: number): UserMessage {
  const content: TextContent[] = [{ type: "text", text }];
  return { role: "user", content, attribution: "agent", timestamp };
}

function bashText({ command, output, exitCode, cancelled }: BashExecutionMessage): string {
  const fence = fenceAround(output);
  const end = cancelled
    ? "\n\n(command cancelled)"
    : exitCode === 0
      ? ""
      : `\n\nCommand exited with code ${exitCode ?? "unknown"}`;
  const shown = output === "" ? "(no output)" : `${fence}\n${output.replace(/\n$/, "")}\n${fence}`;
  return `Ran \`${command}\`\n${shown}${end}`;
}

/** A fence that the text cannot end. */
function fenceAround(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  return "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
}
