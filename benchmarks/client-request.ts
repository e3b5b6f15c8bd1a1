// Run as a process by `client-request.bench.ts`: loads the model client and makes one request.
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import { aChatRequest } from "./chat-request.ts";

const message = await streamChat(aChatRequest("anthropic-messages", process.argv[2])).result();
process.exit(message.stopReason === "stop" ? 0 : 1);
