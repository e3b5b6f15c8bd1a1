// The terminal as slash commands see it.
import { listSlashCommands } from "../../slash/find-slash.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import type { Face } from "./face.ts";

export function slashPort(face: Omit<Face, "editor">): SlashPort {
  return {
    sessions: face.sessions,
    settings: face.sessions.held.settings,
    reply: (text) => face.notice("info", text),
    openScreen: (name, argument) => face.openScreen(name, argument),
    commands: listSlashCommands,
    leave: () => face.leave(),
  };
}
