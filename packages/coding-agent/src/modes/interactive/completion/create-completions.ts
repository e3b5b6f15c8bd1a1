// The completion of the terminal's editor, put together.
import type { Face } from "../face.ts";
import { emojiAutocomplete } from "../settings.ts";
import { slashPort } from "../slash-port.ts";
import { Completions } from "./completions.ts";
import { FileProposals } from "./file-proposals.ts";

export function createCompletions(face: Face, home: string | undefined): Completions {
  const files = new FileProposals(() => face.sessions.current.log.header.cwd, home);
  files.follow(face.sessions);
  return new Completions({
    commands: () => slashPort(face).commands(),
    port: () => slashPort(face),
    files,
    hasEmoji: () => face.sessions.held.settings.get(emojiAutocomplete),
  });
}
