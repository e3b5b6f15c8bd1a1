// Finds screens by their names and loads them when they are first opened.
import type { Face } from "./face.ts";
import { screens } from "./screens/index.gen.ts";

const LOADERS = new Map(Object.entries(screens));

/**
 * Opens the screen of this name and resolves when it is closed, with whether all went well; undefined when there is
 * none. What goes wrong in it is told, not thrown.
 */
export function openScreen(
  name: string,
  face: Face,
  argument: string,
): Promise<boolean> | undefined {
  return LOADERS.get(name)?.()
    .then(({ default: screen }) => screen.open(face, argument))
    .then(
      () => true,
      (error: unknown) => {
        face.notice("error", error instanceof Error ? error.message : String(error));
        return false;
      },
    );
}
