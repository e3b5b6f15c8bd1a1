// Goes through the models that the user narrowed omp to, else through those of the roles, else through all.
import type { Face } from "./face.ts";

export async function cycleModel(face: Face, direction: "forward" | "backward"): Promise<void> {
  const answer = await face.sessions.send({ type: "cycle_model", direction, among: "roles" });
  if (answer === null) return face.notice("info", "There is no other model to go to.");
  const { provider, id } = face.sessions.current.model;
  face.notice("info", `Model: ${provider}/${id}`);
}
