// Adds up a run: requests, tokens, calls and their outcomes. Memory is bounded by the number of distinct
// tools and models, not by the length of the run.
import type { AssistantMessage, StopReason, Usage } from "@oh-my-pi/pi-ai/message";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type { ToolStatus } from "../tool/outcome.ts";
import type { ChatRecorder, RunRecorder, ToolCallFacts, ToolRecorder } from "./run-recorder.ts";
import type { RunReport, ToolTotals, UsageTotals } from "./run-report.ts";

interface ToolTally {
  calls: number;
  totalMs: number;
  byStatus: Partial<Record<ToolStatus, number>>;
}

/** Counts; knows nothing of spans. */
export class RunCollector implements RunRecorder {
  readonly #now: () => number;
  readonly #startedAtMs: number;
  readonly #available = new Set<string>();
  readonly #models = new Set<string>();
  readonly #providers = new Set<string>();
  readonly #tools = new Map<string, ToolTally>();
  readonly #stops: Partial<Record<StopReason, number>> = {};
  #usage: UsageTotals = emptyTotals();
  #steps = 0;
  #lastStop: StopReason | undefined;
  #report: RunReport | undefined;

  constructor(now: () => number) {
    this.#now = now;
    this.#startedAtMs = now();
  }

  toolsAvailable(names: Iterable<string>): void {
    for (const name of names) this.#available.add(name);
  }

  chat(request: ChatRequest): ChatRecorder {
    this.#steps++;
    this.#models.add(request.model.id);
    this.#providers.add(request.model.provider);
    return { end: (message) => this.#endChat(message) };
  }

  tool(call: ToolCallFacts): ToolRecorder {
    const startedAtMs = this.#now();
    return {
      end: ({ status }) => {
        const tally = this.#tools.get(call.name) ?? { calls: 0, totalMs: 0, byStatus: {} };
        tally.calls++;
        tally.totalMs += this.#now() - startedAtMs;
        tally.byStatus[status] = (tally.byStatus[status] ?? 0) + 1;
        this.#tools.set(call.name, tally);
      },
    };
  }

  end(): RunReport {
    return (this.#report ??= this.#makeReport());
  }

  #endChat(message: AssistantMessage): void {
    this.#usage = addUsage(this.#usage, message.usage);
    this.#lastStop = message.stopReason;
    this.#stops[message.stopReason] = (this.#stops[message.stopReason] ?? 0) + 1;
  }

  #makeReport(): RunReport {
    const invoked = sorted(this.#tools.keys());
    const tools: Record<string, ToolTotals> = {};
    for (const name of invoked) tools[name] = this.#tools.get(name)!;
    return {
      summary: {
        startedAtMs: this.#startedAtMs,
        durationMs: this.#now() - this.#startedAtMs,
        steps: this.#steps,
        stopReason: this.#lastStop,
        usage: this.#usage,
        chatsByStopReason: this.#stops,
        toolCalls: Object.values(tools).reduce((sum, { calls }) => sum + calls, 0),
        tools,
      },
      coverage: {
        toolsAvailable: sorted(this.#available),
        toolsInvoked: invoked,
        toolsUnused: sorted(this.#available).filter((name) => !this.#tools.has(name)),
        modelsUsed: sorted(this.#models),
        providersUsed: sorted(this.#providers),
      },
    };
  }
}

function emptyTotals(): UsageTotals {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: 0 };
}

function addUsage(sum: UsageTotals, usage: Usage): UsageTotals {
  return {
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    cacheRead: sum.cacheRead + usage.cacheRead,
    cacheWrite: sum.cacheWrite + usage.cacheWrite,
    totalTokens: sum.totalTokens + usage.totalTokens,
    cost: sum.cost + usage.cost.total,
  };
}

function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].sort();
}
