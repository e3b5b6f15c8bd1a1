// The public entry of the package: what a program that embeds omp may use, and nothing else.
export { AgentSession, type PromptOptions, type SessionFacts } from "./sdk/agent-session.ts";
export { AuthStorage, discoverAuthStorage, type StoredCredential } from "./sdk/auth-storage.ts";
export { createAgentSession, type CreateAgentSessionResult } from "./sdk/create-agent-session.ts";
export {
  BashTool,
  type BuiltInTool,
  createTools,
  EditTool,
  FindTool,
  GrepTool,
  ReadTool,
  type ToolAnswer,
  type ToolCaller,
  type ToolClass,
  type ToolOptions,
  WriteTool,
} from "./sdk/create-tools.ts";
export type { AnswerWriter, CustomProvider, LocalProvider } from "./sdk/custom-provider.ts";
export {
  type CustomTool,
  type CustomToolContext,
  type CustomToolResult,
  type CustomToolUpdate,
  defineCustomTool,
} from "./sdk/custom-tool.ts";
export {
  discoverContextFiles,
  discoverSlashCommands,
  type SlashCommandInfo,
} from "./sdk/discover.ts";
export { InteractiveMode, type InteractiveModeOptions } from "./sdk/interactive-mode.ts";
export { main } from "./sdk/main.ts";
export { ModelRegistry } from "./sdk/model-registry.ts";
export type { CreateAgentSessionOptions, ModelOptions, PlaceOptions } from "./sdk/options.ts";
export type { Place } from "./sdk/place.ts";
export { type PrintModeOptions, runPrintMode } from "./sdk/run-print-mode.ts";
export { type RpcModeOptions, runRpcMode } from "./sdk/run-rpc-mode.ts";
export {
  findMostRecentSession,
  getRecentSessions,
  loadEntriesFromFile,
} from "./sdk/session-files.ts";
export { SessionManager } from "./sdk/session-manager.ts";
export { buildSessionContext, type SessionContext, type SessionView } from "./sdk/session-view.ts";
export { Settings, type SettingValues } from "./sdk/settings.ts";
export { initTheme, type Theme } from "./sdk/theme.ts";
export {
  RpcClient,
  type RpcClientOptions,
  RpcError,
  type RpcHostTool,
} from "./modes/rpc/rpc-client.ts";
export type { RpcCommandName, RpcInput, RpcOutput, RpcResponse } from "./modes/rpc/protocol.ts";
export { UserError } from "./platform/exit-codes.ts";
export type { Dialogs } from "./services/dialogs.ts";
export { CommandError } from "./session/command.ts";
export type { SessionEntry, SessionHeader } from "./session/log/entry.ts";
export { FileSessionStorage } from "./session/log/file-session-storage.ts";
export type { SessionListing } from "./session/log/list-sessions.ts";
export { MemorySessionStorage } from "./session/log/memory-session-storage.ts";
export type { SessionStorage, SessionStorageWriter } from "./session/log/session-storage.ts";
export { type SessionEvent, type SessionListener, toWireEvent } from "./session/session-event.ts";
export { SessionBusyError } from "./session/session-busy-error.ts";
export type { ContextFile } from "./discovery/context-files/context-file.ts";
export type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
export type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
export type { AssistantStream } from "@oh-my-pi/pi-ai/event";
export type {
  AssistantMessage,
  ImageContent,
  TextContent,
  ToolCall,
  UserMessage,
} from "@oh-my-pi/pi-ai/message";
export type { ChatRequest } from "@oh-my-pi/pi-ai/request";
export type { Model, ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
export type { ProviderConfig } from "@oh-my-pi/pi-catalog/models-config";
