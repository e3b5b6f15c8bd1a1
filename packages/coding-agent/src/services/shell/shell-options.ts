// The settings of commands as plain values, handed to tools as one need. Read at each call: settings may change.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import type { Settings } from "../../settings/settings.ts";
import { outputMaxColumns } from "../files/settings.ts";
import type { InterceptorRule } from "./interceptor-rules.ts";
import type { OutputLimits } from "./command-output.ts";
import * as declared from "./settings.ts";

export interface MinimizerOptions {
  readonly only: readonly string[];
  readonly except: readonly string[];
  readonly maxCaptureBytes: number;
}

export interface ShellOptions {
  readonly limits: OutputLimits;
  /** Seconds that no call may exceed; absent without such a limit. */
  readonly maxTimeoutS?: number;
  readonly stripsHeadTail: boolean;
  readonly hasAsync: boolean;
  /** Absent where commands never go to the background by themselves. */
  readonly backgroundAfterMs?: number;
  readonly pollWaitMs: number;
  readonly interceptor: readonly InterceptorRule[];
  /** Absent where output is never shortened. */
  readonly minimizer?: MinimizerOptions;
}

/** Tools that run commands declare this need. */
export const shellOptionsNeed = defineNeed<() => ShellOptions>("shell-options");

const KILOBYTE = 1024;
const WAIT_MS: Readonly<Record<declared.PollWait, number>> = {
  "5s": 5_000,
  "10s": 10_000,
  "30s": 30_000,
  "1m": 60_000,
  "5m": 300_000,
};

/** The values in force. */
export function shellOptionsFrom(settings: Pick<Settings, "get">): ShellOptions {
  const maxTimeoutS = settings.get(declared.maxTimeout);
  return {
    limits: outputLimitsFrom(settings),
    ...(maxTimeoutS > 0 && { maxTimeoutS }),
    stripsHeadTail: settings.get(declared.stripTrailingHeadTail),
    hasAsync: settings.get(declared.asyncEnabled),
    ...(settings.get(declared.autoBackgroundEnabled) && {
      backgroundAfterMs: settings.get(declared.autoBackgroundThreshold),
    }),
    pollWaitMs: WAIT_MS[settings.get(declared.asyncPollWait)],
    interceptor: settings.get(declared.interceptorEnabled)
      ? settings.get(declared.interceptorPatterns)
      : [],
    ...(settings.get(declared.minimizerEnabled) && {
      minimizer: {
        only: settings.get(declared.minimizerOnly),
        except: settings.get(declared.minimizerExcept),
        maxCaptureBytes: settings.get(declared.minimizerMaxCapture),
      },
    }),
  };
}

/** What is kept of long output. */
export function outputLimitsFrom(settings: Pick<Settings, "get">): OutputLimits {
  const columns = settings.get(outputMaxColumns);
  return {
    maxBytes: settings.get(declared.artifactSpillThreshold) * KILOBYTE,
    headBytes: settings.get(declared.artifactHeadBytes) * KILOBYTE,
    tailBytes: settings.get(declared.artifactTailBytes) * KILOBYTE,
    tailLines: settings.get(declared.artifactTailLines),
    ...(columns > 0 && { maxLineBytes: columns }),
  };
}
