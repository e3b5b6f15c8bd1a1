// The theme selector: each theme is shown while the marker stands on it; the chosen one is kept.
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import type { Face } from "../face.ts";
import { pick } from "../pick.ts";
import { defineScreen } from "../screen.ts";
import { themeDark, themeLight } from "../settings.ts";

export default defineScreen({
  async open(face, argument) {
    const names = face.machine.themes.names();
    if (argument !== "" && !names.includes(argument)) {
      const meant = nearest(argument, names);
      const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
      return face.notice("warning", `There is no theme "${argument}".${hint}`);
    }
    const chosen = argument || (await tryThemes(face, names));
    if (chosen === undefined) return face.restyle();
    await face.sessions.held.settings.set(inForce(face), chosen);
    await face.restyle();
    face.notice("info", `Theme: ${chosen}`);
  },
});

/** Lets the person look at themes; undefined when they keep what they had. */
function tryThemes(face: Face, names: readonly string[]): Promise<string | undefined> {
  const { settings } = face.sessions.held;
  return pick(face, {
    title: "Choose a theme",
    items: names.map((name) => ({ value: name, label: name })),
    current: settings.get(inForce(face)),
    onHighlight: (name) => void face.restyle(name),
  });
}

/** The theme for the background that the terminal has now. */
function inForce({ machine }: Face) {
  return machine.themes.isLight ? themeLight : themeDark;
}
