// The completion of the terminal's editor, put together.
import { ScanCache } from "@oh-my-pi/pi-natives/scan-cache";
import type { Host } from "../../../platform/host.ts";
import type { Face } from "../face.ts";
import { emojiAutocomplete } from "../settings.ts";
import { slashPort } from "../slash-port.ts";
import { Completions } from "./completions.ts";
import { FileProposals } from "./file-proposals.ts";
import { scanCacheOptionsFrom } from "./scan-cache-options.ts";

export function createCompletions(
  face: Face,
  { home, env }: Pick<Host, "home" | "env">,
): Completions {
  const cache = new ScanCache(scanCacheOptionsFrom(env));
  const files = new FileProposals(() => face.sessions.current.log.header.cwd, home, cache);
  files.follow(face.sessions);
  return new Completions({
    commands: () => slashPort(face).commands(),
    port: () => slashPort(face),
    files,
    hasEmoji: () => face.sessions.held.settings.get(emojiAutocomplete),
  });
}
