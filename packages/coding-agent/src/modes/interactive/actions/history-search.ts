// Ctrl+R: searches what was typed before.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.history.search",
  description: "Search what you typed before",
  defaults: ["ctrl+r"],
  run: (face) => face.openScreen("history"),
});
