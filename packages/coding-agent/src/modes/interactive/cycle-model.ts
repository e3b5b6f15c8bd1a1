// Goes through the models that the user narrowed omp to, or through all that can be asked.
import type { Face } from "./face.ts";

export async function cycleModel(face: Face, direction: "forward" | "backward"): Promise<void> {
  const answer = await face.sessions.send({ type: "cycle_model", direction });
  if (answer === null) return face.notice("info", "There is no other model to go to.");
  const { provider, id } = face.sessions.current.model;
  face.notice("info", `Model: ${provider}/${id}`);
}
