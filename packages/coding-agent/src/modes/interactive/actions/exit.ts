// Ctrl+D on an empty editor leaves.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.exit",
  description: "Leave, when the editor is empty",
  defaults: ["ctrl+d"],
  run: (face) => {
    if (face.editor.text !== "") return false;
    face.leave();
    return true;
  },
});
