// A web service with a session for each of its users, side by side in one process. Who may ask is for your own code
// to decide; this one listens on this machine only and gives the model no tools.
//   bun http-server.ts        then: curl -d "Hello" http://127.0.0.1:3000/alice
import { type AgentSession, createAgentSession, SessionManager } from "@oh-my-pi/pi-coding-agent";

const sessions = new Map<string, Promise<AgentSession>>();

function sessionOf(user: string): Promise<AgentSession> {
  let session = sessions.get(user);
  if (session === undefined) {
    session = createAgentSession({
      sessionManager: SessionManager.inMemory(),
      toolNames: [],
    }).then((made) => made.session);
    sessions.set(user, session);
  }
  return session;
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env["PORT"] ?? 3000),
  maxRequestBodySize: 64 * 1024,
  async fetch(request) {
    if (request.method !== "POST") return new Response("POST a message.\n", { status: 405 });
    const session = await sessionOf(new URL(request.url).pathname);
    if (session.isStreaming) return new Response("One at a time.\n", { status: 409 });
    await session.prompt(await request.text());
    return new Response(`${session.lastAnswerText}\n`);
  },
});
console.log(`listening on ${server.url.href}`);

async function stop(): Promise<void> {
  await server.stop();
  for (const session of sessions.values()) await (await session).dispose();
}
process.once("SIGTERM", () => void stop());
