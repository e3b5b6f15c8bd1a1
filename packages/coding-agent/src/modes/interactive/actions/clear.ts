// Ctrl+C: empties the editor, else drops what is attached, else stops the person's own command or the run; twice in a row leaves.
import { defineAction } from "../app-action.ts";
import { cancelOwnCommand } from "../own-commands.ts";

export default defineAction({
  id: "app.clear",
  description: "Clear the editor, or stop; twice leaves",
  defaults: ["ctrl+c"],
  run: (face, { isDouble }) => {
    if (isDouble) face.leave();
    else if (face.editor.text !== "") face.editor.setText("");
    else if (face.state.attached.length > 0) face.dispatch({ type: "detached" });
    else if (cancelOwnCommand(face)) return;
    else if (face.sessions.current.isRunning) void face.sessions.current.abort();
    else face.notice("info", "Press Ctrl+C again to leave.");
  },
});
