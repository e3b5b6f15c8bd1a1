// Gives the editor what was typed before, in this and other sessions, to go back to with the arrows.
import type { Face } from "./face.ts";

const MAX_RECALLED = 100;

export async function recallPrompts({ machine, editor, tui }: Face): Promise<void> {
  // The first frame does not wait for a database.
  await new Promise((resolve) => setImmediate(resolve));
  const history = await machine.history();
  for (const { prompt } of history.recent(MAX_RECALLED).reverse())
    editor.dispatch({ type: "remember", text: prompt });
  tui.requestRender();
}
