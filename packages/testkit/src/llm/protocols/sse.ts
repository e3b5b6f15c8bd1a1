// Server-sent events as vendors write them.
import type { WireEvent } from "./encoder.ts";

/** An event with its name on a line of its own, when it has one. */
export function sseFrame(event: WireEvent): string {
  const name = event.name === "" ? "" : `event: ${event.name}\n`;
  return `${name}data: ${event.data}\n\n`;
}

/** The same with the CRLF line ends that Google sends. */
export function sseFrameCrlf(event: WireEvent): string {
  return `data: ${event.data}\r\n\r\n`;
}
