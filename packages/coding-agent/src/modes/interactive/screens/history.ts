// Search in what was typed before, over all sessions; the chosen text goes into the editor.
import type { SelectItem } from "@oh-my-pi/pi-tui/select-list";
import { pick } from "../pick.ts";
import { defineScreen } from "../screen.ts";
import { sinceWords } from "../since-words.ts";

const MAX_FOUND = 100;

export default defineScreen({
  async open(face, argument) {
    const history = await face.machine.history();
    const now = face.machine.host.now();
    const find = (query: string): readonly SelectItem[] =>
      history.search(query, MAX_FOUND).map(({ prompt, createdAt }) => ({
        value: prompt,
        label: prompt,
        description: sinceWords(now - createdAt * 1000),
      }));
    const chosen = await pick(face, {
      title: "What you typed before",
      items: find(argument),
      query: argument,
      filter: (_, query) => find(query),
      maxLabelColumns: 70,
      emptyNote: "Nothing like that was typed",
    });
    if (chosen !== undefined) face.editor.setText(chosen);
  },
});
