// The terminal as slash commands see it.
import { createSlashPort } from "../../slash/create-slash-port.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import { chordText } from "./chord-text.ts";
import { faceDialogs } from "./face-dialogs.ts";
import type { Face } from "./face.ts";
import { restart } from "./restart.ts";

export function slashPort(face: Face): SlashPort {
  const { sessions, machine, keymap } = face;
  return createSlashPort(sessions, machine.host, {
    reply: (text) => face.notice("info", text),
    openScreen: (name, argument) => face.openScreen(name, argument),
    dialogs: faceDialogs(face),
    copy: (text) => machine.copy(text),
    keys: () =>
      keymap.actions.map(({ id, description }) => ({
        id,
        description,
        chords: keymap.chordsOf(id).map(chordText),
      })),
    redraw: () => restart(face),
    leave: () => face.leave(),
    background: () => face.leave("afterRun"),
  });
}
