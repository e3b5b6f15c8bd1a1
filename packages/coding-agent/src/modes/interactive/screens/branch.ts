// Chooses one of your messages to go on from before it, in a session of its own.
import { pick } from "../pick.ts";
import { defineScreen } from "../screen.ts";

export default defineScreen({
  async open(face) {
    const { messages } = (await face.sessions.send({ type: "get_branch_messages" })) as {
      messages: readonly { entryId: string; text: string }[];
    };
    if (messages.length === 0) return face.notice("info", "There is no message of yours yet.");
    const entryId = await pick(face, {
      title: "Go on from before which message?",
      items: messages.map((message) => ({ value: message.entryId, label: message.text })).reverse(),
      maxLabelColumns: 200,
    });
    const chosen = messages.find((message) => message.entryId === entryId);
    if (chosen === undefined) return;
    await face.sessions.send({ type: "branch", entryId: chosen.entryId });
    face.editor.setText(chosen.text);
    face.notice("info", "A new branch; everything before that message is as it was.");
  },
});
