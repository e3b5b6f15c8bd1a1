// Every key and what it does, as it is bound now.
import { chordText } from "../chord-text.ts";
import { pick } from "../pick.ts";
import { defineScreen } from "../screen.ts";

export default defineScreen({
  async open(face, argument) {
    const { keymap } = face;
    await pick(face, {
      title: "Keys (change them in keybindings.json)",
      items: keymap.actions.map(({ id, description }) => ({
        value: id,
        label: keymap.chordsOf(id).map(chordText).join(", ") || "(no key)",
        description: `${description} · ${id}`,
      })),
      query: argument,
      hint: "Esc closes",
    });
  },
});
