// Ctrl+V: attaches the picture that is on the clipboard.
import { defineAction } from "../app-action.ts";
import { attachImage } from "../attach-image.ts";

export default defineAction({
  id: "app.clipboard.pasteImage",
  description: "Attach the picture on the clipboard",
  defaults: ["ctrl+v", "alt+v"],
  run: (face) => {
    void face.machine.pasteImage().then((image) => {
      if (image === undefined) face.notice("info", "There is no picture on the clipboard.");
      else void attachImage(face, image);
    });
  },
});
