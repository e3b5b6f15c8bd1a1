// Finds screens by their names and loads them when they are first opened.
import type { Face } from "./face.ts";
import { screens } from "./screens/index.gen.ts";

const LOADERS = new Map(Object.entries(screens));

/** Whether there is a screen of this name. */
export function isScreen(name: string): boolean {
  return LOADERS.has(name);
}

/** Opens the screen of this name; false when there is none. What goes wrong in it is told, not thrown. */
export function openScreen(name: string, face: Face, argument: string): boolean {
  const load = LOADERS.get(name);
  if (load === undefined) return false;
  load()
    .then(({ default: screen }) => screen.open(face, argument))
    .catch((error: unknown) =>
      face.notice("error", error instanceof Error ? error.message : String(error)),
    );
  return true;
}
