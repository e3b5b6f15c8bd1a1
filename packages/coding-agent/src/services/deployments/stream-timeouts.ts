// How long a stream may be silent, where the environment says so.
import type { ChatCall } from "@oh-my-pi/pi-ai/stream";
import { environmentNumber } from "./environment-number.ts";
import type { Machine } from "./machine.ts";

type Timeouts = NonNullable<ChatCall["timeouts"]>;

/** The limits of the environment; 0 lifts one. Formats of OpenAI have an idle limit of their own. */
export function streamTimeouts(env: Machine["env"], api: string): Timeouts {
  const read = (name: string) => environmentNumber(env, name, { min: 0 });
  const own = /^(?:azure-)?openai-/.test(api)
    ? read("PI_OPENAI_STREAM_IDLE_TIMEOUT_MS")
    : undefined;
  const firstEventMs = read("PI_STREAM_FIRST_EVENT_TIMEOUT_MS");
  const idleMs = own ?? read("PI_STREAM_IDLE_TIMEOUT_MS");
  return {
    ...(firstEventMs !== undefined && { firstEventMs }),
    ...(idleMs !== undefined && { idleMs }),
  };
}
