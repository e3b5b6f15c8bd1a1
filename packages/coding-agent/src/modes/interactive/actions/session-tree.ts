// Opens the tree of the session; no key by default.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.session.tree",
  description: "Open the session tree",
  defaults: [],
  run: (face) => face.openScreen("tree"),
});
