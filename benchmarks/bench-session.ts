// A session as benchmarks need it: a real log, the real parts, and a model that answers at once.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import { systemClock } from "@oh-my-pi/pi-agent-core/clock";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { allowAll } from "@oh-my-pi/pi-agent-core/tool-policy";
import { openSessionLog } from "../packages/coding-agent/src/session/log/open-log.ts";
import { Session } from "../packages/coding-agent/src/session/session.ts";
import { ToolShelf } from "../packages/coding-agent/src/session/tool-shelf.ts";
import type { Setting } from "../packages/coding-agent/src/settings/setting.ts";
import { echo, model } from "./agent-turns.ts";
import { placeOf } from "./session-files.ts";

/** Opens a session; `stream` is its model. */
export function openBenchSession(file: string, stream: StreamFunction): Session {
  return new Session({
    log: openSessionLog(placeOf(file)),
    initial: { model, thinkingLevel: "off" },
    models: { available: () => [model], find: () => model },
    rotation: { rotate: async () => false },
    prompt: { segments: ["Be brief."] },
    tools: { shelf: new ToolShelf([echo]), host: createToolHost({ policy: allowAll }) },
    stream,
    requestOptions: { sessionId: "bench" },
    settings: { get: <Value>({ fallback }: Setting<Value>) => fallback },
    clock: systemClock,
    onDefect: (defect) => {
      throw defect;
    },
  });
}
