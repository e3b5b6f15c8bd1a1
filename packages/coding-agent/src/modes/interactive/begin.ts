// The first moments of a conversation: what settings hide, the welcome, and what a look at the disk adds after the
// first frame.
import type { FaceOptions } from "./face-options.ts";
import type { Face } from "./face.ts";
import { tellNews } from "./news.ts";
import { recallPrompts } from "./recall-prompts.ts";
import { recentSessions } from "./recent-sessions.ts";
import { hideThinkingBlock, showTokenUsage, startupQuiet } from "./settings.ts";

/** Greets, and gives the editor what was typed before. */
export function begin(
  face: Face,
  options: Pick<FaceOptions, "welcome" | "host" | "emptyMeans">,
): void {
  const { settings } = face.sessions.held;
  const hidesThinking = settings.get(hideThinkingBlock);
  const showsUsage = settings.get(showTokenUsage);
  if (hidesThinking || showsUsage)
    face.dispatch({ type: "view", change: { hidesThinking, showsUsage } });
  void recallPrompts(face);
  if (settings.get(startupQuiet)) return;
  greet(face, options);
  setImmediate(() => void tellNews(face));
}

function greet(
  face: Face,
  { welcome, host, emptyMeans }: Pick<FaceOptions, "welcome" | "host" | "emptyMeans">,
): void {
  const { current } = face.sessions;
  face.notice("welcome", welcome);
  if (current.messages.length > 0 || emptyMeans !== undefined) return;
  setImmediate(() => {
    const { file, header } = current.log;
    const recent = recentSessions(header.cwd, file, host);
    if (recent !== "") face.notice("info", recent);
  });
}
