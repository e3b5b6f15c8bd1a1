// Shift+Tab: the next thinking level.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.thinking.cycle",
  description: "Next thinking level",
  defaults: ["shift+tab"],
  run: (face) => {
    void face.sessions.send({ type: "cycle_thinking_level" }).then((answer) => {
      const level = (answer as { level: string } | null)?.level;
      face.notice("info", level ? `Thinking: ${level}` : "This model does not think.");
    });
  },
});
