// The RPC protocol as types, read off the table of commands: nothing is written down twice.
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import type { Command } from "../../session/command.ts";
import type { sessionCommands } from "../../session/commands/index.gen.ts";
import type { SessionEvent } from "../../session/session-event.ts";

type Loaders = typeof sessionCommands;
type NameOf<File> = File extends `${infer Head}-${infer Tail}` ? `${Head}_${NameOf<Tail>}` : File;

/** The commands by their names on the wire. */
export type RpcTable = {
  [File in keyof Loaders as NameOf<File> & string]: Awaited<ReturnType<Loaders[File]>>["default"];
};
export type RpcCommandName = keyof RpcTable;

/** What a command takes, without `type` and `id`. */
export type RpcInput<Name extends RpcCommandName> =
  RpcTable[Name] extends Command<infer Input, infer _Output> ? Input : never;
/** The same as arguments: a command that needs no field is sent without any. */
export type RpcFields<Name extends RpcCommandName> =
  // A command without fields takes a record of nothing, which has every key.
  string extends keyof RpcInput<Name>
    ? []
    : Partial<RpcInput<Name>> extends RpcInput<Name>
      ? [fields?: RpcInput<Name>]
      : [fields: RpcInput<Name>];
/** What a command answers with. */
export type RpcOutput<Name extends RpcCommandName> =
  RpcTable[Name] extends Command<infer _Input, infer Output> ? Output : never;

/** An answer to a command. */
export interface RpcResponse {
  readonly type: "response";
  readonly id?: string | number;
  /** `parse` for a line that could not be read. */
  readonly command: string;
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: string;
}

/** An event as it comes over the wire. */
export type RpcEvent = SessionEvent;
export type RpcMessage = AgentMessage;
