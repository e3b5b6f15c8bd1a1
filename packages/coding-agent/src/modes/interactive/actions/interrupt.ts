// Esc: stops the person's own command, else what the model does and takes back what was to be said next; twice on an empty editor it opens what
// settings ask for.
import { defineAction } from "../app-action.ts";
import { cancelOwnCommand } from "../own-commands.ts";
import { doubleEscapeAction } from "../settings.ts";

export default defineAction({
  id: "app.interrupt",
  description: "Stop the model; twice opens the tree",
  defaults: ["escape"],
  run: (face, { isDouble }) => {
    const { sessions, editor } = face;
    if (cancelOwnCommand(face)) return true;
    if (sessions.current.isRunning) {
      const taken = sessions.current.takeBack();
      for (const text of taken) face.dispatch({ type: "dequeued", text });
      if (taken.length > 0) editor.setText([...taken, editor.text].filter(Boolean).join("\n\n"));
      void sessions.current.abort();
      return true;
    }
    const wanted = sessions.held.settings.get(doubleEscapeAction);
    if (!isDouble || wanted === "none" || editor.text !== "") return false;
    return face.openScreen(wanted);
  },
});
