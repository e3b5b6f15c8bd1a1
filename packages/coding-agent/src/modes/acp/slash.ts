// Slash commands in an editor: typed as a prompt, answered as text. What an editor does in its own ways is not offered.
import type { AvailableCommand } from "@agentclientprotocol/sdk";
import { UserError } from "../../platform/exit-codes.ts";
import type { Host } from "../../platform/host.ts";
import { CommandError } from "../../session/command.ts";
import type { SessionHolder } from "../../session/session-holder.ts";
import { createSlashPort } from "../../slash/create-slash-port.ts";
import { findCall } from "../../slash/find-slash.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import type { AcpHeld } from "./house.ts";

/** The commands to offer. */
export async function availableCommands(port: SlashPort): Promise<AvailableCommand[]> {
  const commands = await port.commands();
  return commands
    .filter(({ isTerminalOnly }) => isTerminalOnly !== true)
    .map(({ name, summary, usage }) => ({
      name,
      description: summary,
      ...(usage !== undefined && { input: { hint: usage } }),
    }));
}

/** Runs the command that a text calls. Undefined when it was one; else the text that goes to the model. */
export async function runOffered(text: string, port: SlashPort): Promise<string | undefined> {
  const call = findCall(text, await port.commands());
  if (call === undefined) return text;
  const { command, argument } = call;
  if (command.isTerminalOnly === true) {
    port.reply(`/${command.name} is for the terminal; your editor has a way of its own.`);
    return undefined;
  }
  try {
    return (await command.run(argument, port)) ?? undefined;
  } catch (error) {
    if (!(error instanceof UserError || error instanceof CommandError)) throw error;
    port.reply(error.message);
    return undefined;
  }
}

/** What commands reach in an editor: everything but other sessions, which are the editor's to open. */
export function editorPort(
  holder: SessionHolder<AcpHeld>,
  host: Host,
  reply: (text: string) => void,
): SlashPort {
  const refuse = (): never => {
    throw new UserError("Sessions are opened by your editor; use its own command for that.");
  };
  const sessions = {
    get current() {
      return holder.current;
    },
    get held() {
      return holder.held;
    },
    on: holder.on.bind(holder),
    send: (...[command, face]: Parameters<typeof holder.send>) =>
      holder.current.send(command, { ...face, open: refuse }),
    open: async () => refuse(),
  };
  return createSlashPort(sessions, host, { reply });
}
