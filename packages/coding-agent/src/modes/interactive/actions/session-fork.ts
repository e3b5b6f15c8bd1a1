// Goes on in a copy of the session; no key by default.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.session.fork",
  description: "Go on in a copy of this session",
  defaults: [],
  run: (face) => void face.sessions.open({ kind: "fork" }),
});
