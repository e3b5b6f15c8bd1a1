// What a session file holds: a header line, then entries that form a tree. A public format, version 3;
// entries of kinds we do not know are kept as they are.
import type { ImageContent, Message, TextContent } from "@oh-my-pi/pi-ai/message";

export const SESSION_VERSION = 3;

/** The first line of a session file. */
export interface SessionHeader {
  type: "session";
  version: number;
  id: string;
  timestamp: string;
  cwd: string;
  title?: string;
  titleSource?: "auto" | "user";
  parentSession?: string;
}

/** What every entry carries besides its own fields. */
export interface EntryBase {
  id: string;
  parentId: string | null;
  timestamp: string;
}

/** Messages that live in a session but are no model's business until they are translated. */
export interface CustomMessage {
  role: "custom";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  display: boolean;
  details?: unknown;
  attribution?: "user" | "agent";
  timestamp: number;
}

/** A command that the person ran themselves. */
export interface BashExecutionMessage {
  role: "bashExecution";
  command: string;
  output: string;
  exitCode: number | undefined;
  cancelled: boolean;
  truncated: boolean;
  timestamp: number;
  /** Models are not sent it. */
  excludeFromContext?: boolean;
}

/** Everything that a `message` entry may hold. */
export type SessionMessage = Message | CustomMessage | BashExecutionMessage;

/** The fields of each kind of entry, by its type. */
export interface EntryFields {
  /** `queueId` names the inbox item that this message was. */
  message: { message: SessionMessage; queueId?: string };
  model_change: { model: string; role?: string };
  thinking_level_change: { thinkingLevel: string | null };
  service_tier_change: { serviceTier: string | null };
  compaction: {
    summary: string;
    shortSummary?: string;
    firstKeptEntryId: string;
    tokensBefore: number;
    details?: unknown;
    preserveData?: unknown;
    fromExtension?: boolean;
  };
  branch_summary: { fromId: string; summary: string; details?: unknown; fromExtension?: boolean };
  custom: { customType: string; data?: unknown };
  custom_message: {
    customType: string;
    content: string | (TextContent | ImageContent)[];
    display: boolean;
    details?: unknown;
    attribution?: "user" | "agent";
  };
  label: { targetId: string; label?: string };
  ttsr_injection: { injectedRules: string[] };
  session_init: { systemPrompt: string; task: string; tools: string[]; outputSchema?: unknown };
  mode_change: { mode: string; data?: unknown };
  mcp_tool_selection: { selectedToolNames: string[] };
}

export type EntryType = keyof EntryFields;

/** An entry before the log gave it its place in the tree. */
export type NewEntry = { [Type in EntryType]: { type: Type } & EntryFields[Type] }[EntryType];

/** An entry of a known kind. */
export type SessionEntry = EntryBase & NewEntry;
