// Starts a new session; no key by default.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.session.new",
  description: "Start a new session",
  defaults: [],
  run: (face) => void face.sessions.open({ kind: "new" }),
});
