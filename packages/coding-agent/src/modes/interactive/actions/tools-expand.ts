// Ctrl+O: shows the output of tools in full, or shortened again.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.tools.expand",
  description: "Show tool output in full, or shortened",
  defaults: ["ctrl+o"],
  run: (face) =>
    face.dispatch({ type: "view", change: { isExpanded: !face.state.view.isExpanded } }),
});
