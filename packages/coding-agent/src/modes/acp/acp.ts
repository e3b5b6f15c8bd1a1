// The face for editors: the Agent Client Protocol over a pair of byte streams, several sessions at once. Nothing but
// frames is written; a bad line is answered and survived.
import { ndJsonStream } from "@agentclientprotocol/sdk";
import type { ExitName } from "../../platform/exit-codes.ts";
import { agentApp } from "./agent-app.ts";
import type { AcpHouse } from "./house.ts";
import { OpenSessions } from "./open-sessions.ts";
import { RequestPace } from "./request-pace.ts";

export interface AcpOptions {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
}

/** Pictures travel inside of lines. */
const MAX_MESSAGE_BYTES = 256 << 20;

/** Serves the editor until it closes its end. */
export async function runAcp(
  house: AcpHouse,
  { input, output, leave }: AcpOptions,
): Promise<ExitName> {
  const sessions = new OpenSessions(house);
  const pace = new RequestPace();
  const options = { maxMessageBytes: MAX_MESSAGE_BYTES };
  const stream = pace.frames(ndJsonStream(output, pace.input(input), options));
  const connection = agentApp(sessions, house).connect(stream);
  leave.addEventListener("abort", () => connection.close(), { once: true });
  if (leave.aborted) connection.close();
  await connection.closed;
  await sessions.closeAll();
  return "ok";
}
