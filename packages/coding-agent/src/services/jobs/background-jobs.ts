// Work of a session that goes on after the call that started it. Jobs end with the session; what nobody waited for is
// delivered to the conversation. It knows nothing of commands.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { deliverUntilTaken } from "./deliver.ts";

export type JobState = "running" | "completed" | "failed" | "cancelled";

/** A job as others see it. */
export interface Job {
  readonly id: string;
  /** What kind of work, such as `bash`. */
  readonly type: string;
  readonly label: string;
  readonly state: JobState;
  readonly startedAtMs: number;
  readonly endedAtMs: number | undefined;
  /** The result, or what there is so far. */
  readonly output: string;
}

/** Work to do; `owner` tells whose it is where sessions share jobs. */
export interface JobWork {
  readonly type: string;
  readonly label: string;
  readonly owner?: string;
  /** Gives the final text; `isOk` says whether the work succeeded. */
  readonly run: (signal: AbortSignal) => Promise<{ readonly isOk: boolean; readonly text: string }>;
  /** What there is so far. */
  readonly recent?: () => string;
}

export interface BackgroundJobsOptions {
  readonly clock: Clock;
  readonly maxJobs: () => number;
  /** Takes the news of a job that ended unwatched; rejects when it cannot now. */
  readonly deliver: (job: Job) => Promise<void>;
}

/** Tools that start or watch jobs declare this need. */
export const backgroundJobsNeed = defineNeed<BackgroundJobs>("background-jobs");

interface JobRecord {
  readonly job: Job;
  readonly owner: string | undefined;
  readonly stop: AbortController;
  readonly settled: Promise<void>;
  watchers: number;
  isAcknowledged: boolean;
}

const RETENTION_MS = 5 * 60_000;
const MOST_JOBS = 100;

export class BackgroundJobs implements AsyncDisposable {
  readonly #options: BackgroundJobsOptions;
  readonly #records = new Map<string, JobRecord>();
  readonly #closing = new AbortController();
  #lastNumber = 0;

  constructor(options: BackgroundJobsOptions) {
    this.#options = options;
  }

  /** Starts a job. Throws a failure that says so when too many run. */
  start(work: JobWork): Job {
    this.#forgetOld();
    const most = Math.min(MOST_JOBS, Math.max(1, Math.floor(this.#options.maxJobs())));
    if (this.running().length >= most)
      throw new ToolFailure(`Too many background jobs are running (${most}). Cancel one first.`);
    if (this.#closing.signal.aborted) throw new ToolFailure("The session is ending.");
    const id = `bg_${++this.#lastNumber}`;
    const stop = new AbortController();
    const live = new LiveJob(id, work, this.#options.clock.now());
    const settled = this.#follow(live, work, stop);
    const { owner } = work;
    const record = { job: live, owner, stop, settled, watchers: 0, isAcknowledged: false };
    this.#records.set(id, record);
    return live;
  }

  /** Jobs of an owner, oldest first; ended ones are known for five minutes. */
  list(owner?: string): Job[] {
    this.#forgetOld();
    return [...this.#records.values()]
      .filter((record) => owner === undefined || record.owner === owner)
      .map(({ job }) => job);
  }

  running(owner?: string): Job[] {
    return this.list(owner).filter(({ state }) => state === "running");
  }

  /** Ends a job and waits until nothing of it is left. */
  async cancel(id: string): Promise<void> {
    const record = this.#records.get(id);
    if (record === undefined) return;
    record.isAcknowledged = true;
    record.stop.abort();
    await record.settled;
  }

  /** The result was seen: it is not delivered again. */
  acknowledge(id: string): void {
    const record = this.#records.get(id);
    if (record !== undefined) record.isAcknowledged = true;
  }

  /** Waits for the first of some jobs to end, no longer than a time. What ends meanwhile is not delivered. */
  async waitForAny(ids: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<void> {
    const records = ids.flatMap((id) => this.#records.get(id) ?? []);
    if (records.length === 0 || records.some(({ job }) => job.state !== "running")) return;
    const over = new AbortController();
    for (const record of records) record.watchers++;
    try {
      const waiting = AbortSignal.any([signal, over.signal]);
      const late = this.#options.clock.sleep(timeoutMs, waiting);
      await Promise.race([late, ...records.map(({ settled }) => settled)]);
    } finally {
      over.abort();
      for (const record of records) record.watchers--;
      for (const { job } of records.filter((record) => record.job.state !== "running")) {
        // Whoever waited has the result; unless they were stopped, in which case it is still news.
        if (signal.aborted) void this.#announce(job.id);
        else this.acknowledge(job.id);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const records = [...this.#records.values()];
    for (const { stop } of records) stop.abort();
    await Promise.all(records.map(({ settled }) => settled));
  }

  async #follow(live: LiveJob, work: JobWork, stop: AbortController): Promise<void> {
    const { clock } = this.#options;
    try {
      const { isOk, text } = await work.run(stop.signal);
      live.finish(stop.signal.aborted ? "cancelled" : isOk ? "completed" : "failed", text, clock);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      live.finish(stop.signal.aborted ? "cancelled" : "failed", text, clock);
    }
    queueMicrotask(() => void this.#announce(live.id));
  }

  async #announce(id: string): Promise<void> {
    const isWanted = (): boolean => {
      const record = this.#records.get(id);
      return record !== undefined && !record.isAcknowledged && record.watchers === 0;
    };
    const { deliver, clock } = this.#options;
    const send = async (): Promise<void> => {
      const record = this.#records.get(id);
      if (record !== undefined) await deliver(record.job);
      this.acknowledge(id);
    };
    await deliverUntilTaken({ send, isWanted, clock, signal: this.#closing.signal });
  }

  #forgetOld(): void {
    const now = this.#options.clock.now();
    for (const [id, { job }] of this.#records) {
      if (job.endedAtMs !== undefined && now - job.endedAtMs > RETENTION_MS)
        this.#records.delete(id);
    }
  }
}

class LiveJob implements Job {
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly startedAtMs: number;
  readonly #recent: () => string;
  #state: JobState = "running";
  #endedAtMs: number | undefined;
  #text: string | undefined;

  constructor(id: string, { type, label, recent }: JobWork, startedAtMs: number) {
    this.id = id;
    this.type = type;
    this.label = label;
    this.startedAtMs = startedAtMs;
    this.#recent = recent ?? (() => "");
  }

  get state(): JobState {
    return this.#state;
  }

  get endedAtMs(): number | undefined {
    return this.#endedAtMs;
  }

  get output(): string {
    return this.#text ?? this.#recent();
  }

  finish(state: JobState, text: string, clock: Clock): void {
    this.#state = state;
    this.#text = text;
    this.#endedAtMs = clock.now();
  }
}
