// Generated: one line per folder that holds a `protocol.ts`; the folder's name is the api id.
import type { ProtocolRegistry } from "./registry.ts";

export const builtinProtocols: ProtocolRegistry = {
  "anthropic-messages": async () => (await import("./anthropic-messages/protocol.ts")).default,
};
