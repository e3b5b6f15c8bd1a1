// Ctrl+P: the next of the models to cycle through.
import { defineAction } from "../app-action.ts";
import { cycleModel } from "../cycle-model.ts";

export default defineAction({
  id: "app.model.cycleForward",
  description: "Next model",
  defaults: ["ctrl+p"],
  run: (face) => void cycleModel(face, "forward"),
});
