// Esc: stops what the model does.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.interrupt",
  description: "Stop the model",
  defaults: ["escape"],
  run: ({ sessions, state }) => {
    if (!state.isRunning) return false;
    void sessions.current.abort();
    return true;
  },
});
