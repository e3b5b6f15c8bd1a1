// Stands between a run and a recorder that is not ours: what it throws is reported and goes no further.
import { RunCollector } from "./run-collector.ts";
import type { RunRecorder, Telemetry } from "./run-recorder.ts";

/** A recorder that cannot fail; without telemetry, or when that breaks, runs are just counted. */
export function startGuarded(
  telemetry: Telemetry | undefined,
  now: () => number,
  onDefect: (defect: unknown) => void,
): RunRecorder {
  const collector = new RunCollector(now);
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      onDefect(error);
      return undefined;
    }
  };
  const recorder = telemetry && attempt(() => telemetry.startRun());
  if (recorder === undefined) return collector;
  return {
    toolsAvailable(names) {
      const known = [...names];
      collector.toolsAvailable(known);
      attempt(() => recorder.toolsAvailable(known));
    },
    chat(request) {
      const counting = collector.chat(request);
      const chat = attempt(() => recorder.chat(request));
      return {
        end(message, facts) {
          counting.end(message, facts);
          attempt(() => chat?.end(message, facts));
        },
      };
    },
    tool(call) {
      const counting = collector.tool(call);
      const tool = attempt(() => recorder.tool(call));
      return {
        end(outcome) {
          counting.end(outcome);
          attempt(() => tool?.end(outcome));
        },
      };
    },
    end: () => attempt(() => recorder.end()) ?? collector.end(),
  };
}
