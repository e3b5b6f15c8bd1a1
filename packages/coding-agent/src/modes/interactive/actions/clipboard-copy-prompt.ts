// Alt+Shift+C: copies the whole draft.
import { defineAction } from "../app-action.ts";
import { copy } from "../copy.ts";

export default defineAction({
  id: "app.clipboard.copyPrompt",
  description: "Copy the draft",
  defaults: ["alt+shift+c"],
  run: (face) => void copy(face, face.editor.text),
});
