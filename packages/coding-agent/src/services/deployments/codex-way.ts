// Codex: the same address over a WebSocket, as far as the settings and the environment want one.
import { createCodexSocket } from "@oh-my-pi/pi-ai/codex-socket";
import { environmentNumber } from "./environment-number.ts";
import { isOn, type Machine } from "./machine.ts";
import type { SocketPolicy, Way } from "./way.ts";

/** The way over a WebSocket, from the way over HTTP. Whoever holds it closes it. */
export function codexWay(plain: Way, wanted: SocketPolicy, { env }: Machine): Way {
  const policy = policyOf(wanted, env["PI_CODEX_WEBSOCKET"]);
  if (policy === "off") return plain;
  const read = (name: string, min: number) =>
    environmentNumber(env, `PI_CODEX_WEBSOCKET_${name}`, { min });
  const idleTimeoutMs = read("IDLE_TIMEOUT_MS", 1);
  const maxRetries = read("RETRY_BUDGET", 0);
  const retryDelayMs = read("RETRY_DELAY_MS", 1);
  const firstEventMs = read("FIRST_EVENT_TIMEOUT_MS", 1);
  const socket = createCodexSocket({
    policy,
    ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(retryDelayMs !== undefined && { retryDelayMs }),
  });
  return {
    ...plain,
    carrier: {
      fetch: socket.fetch,
      timeouts: { ...socket.timeouts, ...(firstEventMs !== undefined && { firstEventMs }) },
    },
    close: () => socket.close(),
  };
}

/** The variable goes before the setting, but asks for no more than a preference. */
function policyOf(wanted: SocketPolicy, variable: string | undefined): SocketPolicy {
  if (!variable?.trim()) return wanted;
  if (!isOn(variable)) return "off";
  return wanted === "off" ? "auto" : wanted;
}
