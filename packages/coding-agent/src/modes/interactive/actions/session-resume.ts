// Opens the list of sessions; no key by default.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.session.resume",
  description: "Go on with another session",
  defaults: [],
  run: (face) => face.openScreen("resume"),
});
