// Ctrl+T: shows or hides what the model thinks.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.thinking.toggle",
  description: "Show or hide what the model thinks",
  defaults: ["ctrl+t"],
  run: (face) =>
    face.dispatch({ type: "view", change: { hidesThinking: !face.state.view.hidesThinking } }),
});
