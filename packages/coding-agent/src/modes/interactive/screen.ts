// What a screen is: a dialog with a name that keys and slash commands can open.
import type { Face } from "./face.ts";

export interface Screen {
  /** Shows it until it is closed. */
  open(face: Face, argument: string): Promise<void>;
}

/** Types a screen; the index of the folder `screens` collects them. */
export function defineScreen(screen: Screen): Screen {
  return screen;
}
