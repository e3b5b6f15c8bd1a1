// The smallest program that embeds omp: one question, one answer. Settings, models and logins are the user's own.
//   bun minimal.ts "What is in this directory?"
import { createAgentSession } from "@oh-my-pi/pi-coding-agent";

const { session } = await createAgentSession();
await using _ = session;
await session.prompt(process.argv[2] ?? "What is in this directory?");
console.log(session.lastAnswer?.errorMessage ?? session.lastAnswerText);
