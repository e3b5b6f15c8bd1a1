// Slash commands in an editor: typed as a prompt, answered as text. What an editor does in its own ways is not offered.
import type { AvailableCommand } from "@agentclientprotocol/sdk";
import { UserError } from "../../platform/exit-codes.ts";
import { CommandError } from "../../session/command.ts";
import type { SessionHolder } from "../../session/session-holder.ts";
import { findSlash, listSlashCommands } from "../../slash/find-slash.ts";
import type { SlashCommand, SlashPort } from "../../slash/slash-command.ts";
import type { AcpHeld } from "./house.ts";

/** The commands to offer. */
export async function availableCommands(): Promise<AvailableCommand[]> {
  return (await offered()).map(({ name, summary, usage }) => ({
    name,
    description: summary,
    ...(usage !== undefined && { input: { hint: usage } }),
  }));
}

/** Runs the command that a text calls. Undefined when it was one; else the text that goes to the model. */
export async function runSlash(
  text: string,
  holder: SessionHolder<AcpHeld>,
  reply: (text: string) => void,
): Promise<string | undefined> {
  const call = await findSlash(text);
  if (call === undefined) return text;
  const { command, argument } = call;
  if (command.isTerminalOnly === true) {
    reply(`/${command.name} is for the terminal; your editor has a way of its own.`);
    return undefined;
  }
  try {
    return (await command.run(argument, portFor(holder, reply))) ?? undefined;
  } catch (error) {
    if (!(error instanceof UserError || error instanceof CommandError)) throw error;
    reply(error.message);
    return undefined;
  }
}

async function offered(): Promise<readonly SlashCommand[]> {
  return (await listSlashCommands()).filter(({ isTerminalOnly }) => isTerminalOnly !== true);
}

function portFor(holder: SessionHolder<AcpHeld>, reply: (text: string) => void): SlashPort {
  const refuse = (): never => {
    throw new UserError("Sessions are opened by your editor; use its own command for that.");
  };
  return {
    sessions: {
      get current() {
        return holder.current;
      },
      on: (listener) => holder.on(listener),
      send: (command, face) => holder.current.send(command, { ...face, open: refuse }),
      open: async () => refuse(),
    },
    settings: holder.held.settings,
    reply,
    openScreen: () => false,
    commands: offered,
    leave: () => undefined,
  };
}
