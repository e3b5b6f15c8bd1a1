// Alt+Shift+L: copies the line that the cursor is in.
import { defineAction } from "../app-action.ts";
import { copy } from "../copy.ts";

export default defineAction({
  id: "app.clipboard.copyLine",
  description: "Copy the current line of the draft",
  defaults: ["alt+shift+l"],
  run: (face) => {
    const { lines, cursor } = face.editor.state;
    void copy(face, lines[cursor.line] ?? "");
  },
});
