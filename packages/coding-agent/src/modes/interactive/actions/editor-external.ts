// Ctrl+G: edits the draft in the user's own editor.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.editor.external",
  description: "Edit the draft in $VISUAL or $EDITOR",
  defaults: ["ctrl+g"],
  run: (face) => {
    void face.outside(async () => {
      face.editor.setText(await face.machine.edit(face.editor.text));
    });
  },
});
