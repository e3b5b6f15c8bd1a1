// Shift+Ctrl+P: the previous of the models to cycle through.
import { defineAction } from "../app-action.ts";
import { cycleModel } from "../cycle-model.ts";

export default defineAction({
  id: "app.model.cycleBackward",
  description: "Previous model",
  defaults: ["shift+ctrl+p"],
  run: (face) => void cycleModel(face, "backward"),
});
