// The completion of the terminal's editor, put together.
import type { Face } from "../face.ts";
import { emojiAutocomplete } from "../settings.ts";
import { slashPort } from "../slash-port.ts";
import { Completions } from "./completions.ts";
import { FileProposals } from "./file-proposals.ts";

export function createCompletions(face: Face, home: string | undefined): Completions {
  return new Completions({
    commands: () => slashPort(face).commands(),
    port: () => slashPort(face),
    files: new FileProposals(() => face.sessions.current.log.header.cwd, home),
    hasEmoji: () => face.sessions.held.settings.get(emojiAutocomplete),
  });
}
