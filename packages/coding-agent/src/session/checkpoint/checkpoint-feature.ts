// Checkpoints of a session: an investigation is cut out of the conversation and its report takes its place. The file
// keeps what was cut, on a branch of its own; files of the project are not touched.
import type { Checkpoint, Checkpoints } from "../../services/checkpoints.ts";
import type { Feature, FeaturePort, RunEnd } from "../feature.ts";
import { markIn, REWIND_REPORT_TYPE } from "./checkpoint-mark.ts";

const WARNING =
  "A checkpoint is still active. Call rewind with a report of what you found before you end your turn.";

export class CheckpointFeature implements Feature, Checkpoints {
  readonly name = "checkpoint";
  readonly isSubagent = false;
  readonly #now: () => number;
  #port: FeaturePort | undefined;
  /** Set in this batch of calls; its result is not in the log yet. */
  #started: Checkpoint | undefined;
  #report: string | undefined;
  #hasWarned = false;
  /** Entry of a checkpoint that an abort ended. */
  #ended: string | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  active(): Checkpoint | undefined {
    return this.#started ?? this.#mark();
  }

  start(goal: string): Checkpoint {
    this.#started = { goal, startedAt: new Date(this.#now()).toISOString() };
    return this.#started;
  }

  requestRewind(report: string): void {
    this.#report = report;
  }

  beforePrompt(port: FeaturePort): void {
    this.#port = port;
    this.#hasWarned = false;
    this.#forget();
  }

  async beforeRequest(port: FeaturePort): Promise<void> {
    this.#rewind(port);
    this.#started = undefined;
  }

  async afterRun({ answer }: RunEnd, port: FeaturePort): Promise<"again" | undefined> {
    if (port.signal.aborted) {
      this.#ended = this.#mark()?.entryId;
      this.#forget();
      return undefined;
    }
    this.#rewind(port);
    if (answer?.stopReason !== "stop" || this.#hasWarned || this.#mark() === undefined)
      return undefined;
    this.#hasWarned = true;
    port.enqueue({
      role: "custom",
      customType: "checkpoint-warning",
      content: WARNING,
      display: false,
      attribution: "agent",
      timestamp: this.#now(),
    });
    return "again";
  }

  #mark() {
    const mark = this.#port === undefined ? undefined : markIn(this.#port.state.items);
    return mark?.entryId === this.#ended ? undefined : mark;
  }

  #forget(): void {
    this.#started = undefined;
    this.#report = undefined;
  }

  #rewind(port: FeaturePort): void {
    const report = this.#report;
    const mark = this.#mark();
    this.#report = undefined;
    const leaf = port.state.items.at(-1);
    if (report === undefined || mark === undefined || leaf === undefined) return;
    const { startedAt } = mark;
    port.branch(mark.lastEntryId);
    port.append({
      type: "branch_summary",
      fromId: leaf.entryId,
      summary: report,
      details: { startedAt },
    });
    port.append({
      type: "custom_message",
      customType: REWIND_REPORT_TYPE,
      content: report,
      display: false,
      attribution: "agent",
      details: { startedAt, rewoundAt: new Date(this.#now()).toISOString() },
    });
  }
}
