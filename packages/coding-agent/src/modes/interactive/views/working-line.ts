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
  return {
    component,
    update: (state) => {
      if (state.isRunning === isRunning && state.queued === queued) return;
      ({ isRunning, queued } = state);
      const { accent, muted } = looks;
      const loader = isRunning
        ? [new Loader(host, "Working, Esc stops", { style: accent, messageStyle: muted })]
        : [];
      const waiting = queued.map(
        ({ text, mode }) =>
          new TruncatedText(`${mode === "steer" ? "next" : "later"}: ${text}`, { style: muted }),
      );
      component.set([...loader, ...waiting]);
    },
  };
}
