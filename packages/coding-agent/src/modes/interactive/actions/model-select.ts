// Ctrl+L: opens the model selector.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.model.select",
  description: "Choose the model",
  defaults: ["ctrl+l"],
  run: (face) => face.openScreen("model"),
});
