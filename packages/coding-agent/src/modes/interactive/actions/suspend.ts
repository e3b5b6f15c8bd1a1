// Ctrl+Z: stops omp until its shell lets it go on; then everything is drawn again.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.suspend",
  description: "Suspend omp",
  defaults: ["ctrl+z"],
  run: (face) => void face.outside(() => face.machine.suspend()),
});
