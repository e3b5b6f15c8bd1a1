// The thinking selector: how hard the model of this session thinks.
import { EFFORTS } from "@oh-my-pi/pi-catalog/model";
import { pick } from "../pick.ts";
import { defineScreen } from "../screen.ts";

const ABOUT: Readonly<Record<string, string>> = {
  off: "answer at once",
  minimal: "hardly any",
  low: "a little",
  medium: "for usual work",
  high: "for hard questions",
  xhigh: "as much as the model can",
};

export default defineScreen({
  async open(face) {
    const { model, thinkingLevel } = face.sessions.current;
    if (!model.reasoning) return face.notice("info", "This model does not think.");
    const level = await pick(face, {
      title: "How hard shall the model think?",
      items: ["off", ...EFFORTS].map((value) => {
        const description = ABOUT[value];
        return { value, label: value, ...(description !== undefined && { description }) };
      }),
      current: thinkingLevel,
    });
    if (level === undefined) return;
    await face.sessions.send({ type: "set_thinking_level", level });
    face.notice("info", `Thinking: ${level}`);
  },
});
