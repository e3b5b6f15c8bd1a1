// What goes on below the transcript: the turning sign while the model works, and what waits to be said.
import type { RenderHost } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Loader } from "@oh-my-pi/pi-tui/loader";
import { TruncatedText } from "@oh-my-pi/pi-tui/text";
import type { Looks } from "../theming/looks.ts";
import type { QueuedText, UiState } from "../state/ui-state.ts";

/** Follows the state; rebuilt only when what it shows has changed. */
export function createWorkingLine(
  host: RenderHost,
  looks: Looks,
): { readonly component: Container; update(state: UiState): void } {
  const component = new Container();
  let isRunning = false;
  let queued: readonly QueuedText[] = [];
  let attachedCount = 0;
  return {
    component,
    update: (state) => {
      const isSame = state.isRunning === isRunning && state.queued === queued;
      if (isSame && state.attached.length === attachedCount) return;
      ({ isRunning, queued } = state);
      attachedCount = state.attached.length;
      const { accent, muted } = looks;
      const loader = isRunning
        ? [new Loader(host, "Working, Esc stops", { style: accent, messageStyle: muted })]
        : [];
      const waiting = queued.map(
        ({ text, mode }) =>
          new TruncatedText(`${mode === "steer" ? "next" : "later"}: ${text}`, { style: muted }),
      );
      const pictures = countedPictures(attachedCount);
      const attached =
        attachedCount === 0 ? [] : [new TruncatedText(`${pictures} attached`, { style: accent })];
      component.set([...loader, ...waiting, ...attached]);
    },
  };
}

/** How many pictures, in words. */
export function countedPictures(count: number): string {
  return count === 1 ? "1 picture" : `${count} pictures`;
}
