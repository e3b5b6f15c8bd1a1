// Alt+P: chooses a model for this session only.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.model.selectTemporary",
  description: "Choose a model for this session only",
  defaults: ["alt+p"],
  run: (face) => face.openScreen("model", "--temporary"),
});
