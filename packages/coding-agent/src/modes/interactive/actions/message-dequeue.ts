// Alt+Up: takes what waits to be said back into the editor.
import { defineAction } from "../app-action.ts";

export default defineAction({
  id: "app.message.dequeue",
  description: "Take queued messages back into the editor",
  defaults: ["alt+up"],
  run: (face) => {
    const taken = face.sessions.current.takeBack();
    for (const text of taken) face.dispatch({ type: "dequeued", text });
    const draft = face.editor.text;
    face.editor.setText([...taken, ...(draft === "" ? [] : [draft])].join("\n\n"));
  },
});
