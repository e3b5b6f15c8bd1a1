// Encodes scripted parts without a server, for tests of the encoders.
import type { Part } from "../parts.ts";
import { recordRequest } from "../recorded-request.ts";
import { makeTurn } from "../turn.ts";
import { walk, type Encoder } from "./encoder.ts";
import type { JsonFields } from "../json.ts";

/** The body that `parts` become in reply to a request with this path and JSON body. */
export function encodeBody(
  encoder: Encoder,
  parts: readonly Part[],
  asked: { readonly target: string; readonly json?: JsonFields },
): Buffer {
  const received = {
    method: "POST",
    target: asked.target,
    rawHeaders: [],
    bytes: Buffer.from(JSON.stringify(asked.json ?? { model: "m", stream: true })),
  };
  const request = recordRequest(received, {
    number: 1,
    transport: "http",
    outcome: Promise.resolve("sent"),
    identify: (path, json) => ({ model: String(encoder.claim(path)?.model ?? json.model) }),
  });
  const frames: Buffer[] = [];
  for (const event of walk(encoder, makeTurn(parts, request))) {
    if ("type" in event) continue;
    const frame = encoder.frame(event);
    frames.push(typeof frame === "string" ? Buffer.from(frame) : Buffer.from(frame));
  }
  return Buffer.concat(frames);
}
