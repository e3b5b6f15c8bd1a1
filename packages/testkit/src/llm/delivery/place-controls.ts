// Puts controls that name a position (after so many bytes or events) at that place in the stream.
import type { Control } from "../parts.ts";
import type { WireItem } from "./wire-item.ts";

interface Placed {
  readonly position: number;
  readonly control: Control;
}

/** `items` with each of `controls` where its `at` says; throws when the stream ends before that. */
export function* placeControls(
  items: Iterable<WireItem>,
  controls: readonly Control[],
): Generator<WireItem> {
  const byBytes = sorted(controls, "afterBytes");
  const byEvents = sorted(controls, "afterEvents");
  let bytes = 0;
  let events = 0;
  yield* due(byBytes, 0);
  yield* due(byEvents, 0);
  for (const item of items) {
    if (!(item instanceof Uint8Array)) {
      if (item.at === undefined) yield item;
      continue;
    }
    let rest = item;
    for (;;) {
      const next = byBytes[0];
      if (next === undefined || next.position > bytes + rest.length) break;
      const before = next.position - bytes;
      if (before > 0) yield rest.subarray(0, before);
      rest = rest.subarray(before);
      bytes = next.position;
      yield* due(byBytes, bytes);
    }
    if (rest.length > 0) yield rest;
    bytes += rest.length;
    events += 1;
    yield* due(byEvents, events);
  }
  const late = byBytes[0] ?? byEvents[0];
  if (late !== undefined) {
    const place = JSON.stringify(late.control.at);
    throw new Error(
      `${late.control.type} at ${place} lies past the end of a reply of ${bytes} bytes and ${events} events`,
    );
  }
}

function sorted(controls: readonly Control[], unit: "afterBytes" | "afterEvents"): Placed[] {
  return controls
    .flatMap((control) => {
      const at: Partial<Record<string, number>> = control.at ?? {};
      const position = at[unit];
      return position === undefined ? [] : [{ position, control }];
    })
    .sort((a, b) => a.position - b.position);
}

function* due(queue: Placed[], position: number): Generator<Control> {
  for (let next = queue[0]; next?.position === position; next = queue[0]) {
    queue.shift();
    yield next.control;
  }
}
