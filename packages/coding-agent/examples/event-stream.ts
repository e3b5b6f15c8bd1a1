// Every event of a session as a line of JSON. Streaming events carry what is new only; a promise that the listener
// returns holds the run back, so that a slow reader fills no memory.
//   bun event-stream.ts "Explain this project" | jq .type
import { createAgentSession, SessionManager, toWireEvent } from "@oh-my-pi/pi-coding-agent";

const { session } = await createAgentSession({ sessionManager: SessionManager.inMemory() });
await using _ = session;
const out = Bun.stdout.writer();
session.subscribe(async (event) => {
  await out.write(`${JSON.stringify(toWireEvent(event))}\n`);
  await out.flush();
});
await session.prompt(process.argv[2] ?? "Explain this project");
