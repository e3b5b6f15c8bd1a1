// What goes on below the transcript: what waits to be said, what is attached, and the turning sign while the model
// works.
import type { RenderHost } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Loader } from "@oh-my-pi/pi-tui/loader";
import { TruncatedText } from "@oh-my-pi/pi-tui/text";
import type { Looks } from "../theming/looks.ts";
import type { UiState } from "../state/ui-state.ts";
import { countedPictures } from "./counted-pictures.ts";
import { shimmer, type Shimmer } from "./shimmer.ts";

export interface WorkingLine {
  readonly component: Container;
  /** Brings it up to date; while somebody is asked something, nothing turns. */
  update(state: UiState, now: { readonly isAsking: boolean }): void;
}

/** Follows the state; rebuilt only when what it shows has changed. */
export function createWorkingLine(
  host: RenderHost,
  looks: Looks,
  shimmerMode: () => Shimmer,
): WorkingLine {
  const component = new Container();
  const { accent, muted } = looks;
  let shown: readonly unknown[] = [];
  let loader: Loader | undefined;
  return {
    component,
    update: ({ isRunning, queued, attached }, { isAsking }) => {
      const isTurning = isRunning && !isAsking;
      const wanted = [isTurning, queued, attached.length];
      if (wanted.every((value, at) => value === shown[at])) return;
      shown = wanted;
      loader = isTurning ? (loader ?? createLoader(host, looks, shimmerMode())) : undefined;
      const waiting = queued.map(
        ({ text, mode }) =>
          new TruncatedText(`${mode === "steer" ? "next" : "later"}: ${text}`, { style: muted }),
      );
      const pictures =
        attached.length === 0
          ? []
          : [new TruncatedText(`${countedPictures(attached.length)} attached`, { style: accent })];
      component.set([...waiting, ...pictures, ...(loader === undefined ? [] : [loader])]);
    },
  };
}

function createLoader(host: RenderHost, { accent, muted }: Looks, mode: Shimmer): Loader {
  const startedAtMs = host.now();
  return new Loader(host, "Working, Esc stops", {
    style: accent,
    messageStyle: (text) =>
      shimmer(text, mode, host.now() - startedAtMs, { base: muted, bright: accent }),
  });
}
