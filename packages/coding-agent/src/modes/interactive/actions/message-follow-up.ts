// Ctrl+Enter: says the text when the run would end.
import { isBang } from "../../../slash/read-bang.ts";
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.message.followUp",
  description: "Queue the text until the model is done",
  defaults: ["ctrl+enter"],
  run: (face) => {
    const text = face.editor.text.trim();
    if (text === "") return;
    face.editor.setText("");
    if (!face.state.isRunning || isBang(text)) return face.submit(text);
    face.dispatch({ type: "queued", queued: { text, mode: "followUp" } });
    void face.sessions.current.followUp(text);
  },
});
