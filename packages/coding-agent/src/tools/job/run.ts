// Runs a call of `job`: ends what is to be ended, waits, and says how things stand.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { BackgroundJobs, Job } from "../../services/jobs/background-jobs.ts";
import { jobSection } from "../../services/jobs/job-text.ts";
import type { ShellOptions } from "../../services/shell/shell-options.ts";
import type { JobArguments } from "./parameters.ts";

interface JobNeeds {
  readonly jobs: BackgroundJobs;
  readonly options: () => ShellOptions;
}

interface JobAnswer {
  content: string | { type: "text"; text: string }[];
  details: object;
}

const UPDATE_EVERY_MS = 500;

export async function run(
  context: ToolContext<JobNeeds>,
  { poll, cancel, list }: JobArguments,
): Promise<JobAnswer> {
  const { jobs, options } = context.needs;
  const { hasAsync, backgroundAfterMs, pollWaitMs } = options();
  if (!hasAsync && backgroundAfterMs === undefined)
    throw new ToolFailure("Async execution is disabled; no background jobs are available.");
  if (list === true) return answer(jobs.list());
  const known = new Set(jobs.list().map(({ id }) => id));
  const isRunning = new Set(jobs.running().map(({ id }) => id));
  const toCancel = (cancel ?? []).filter((id) => isRunning.has(id));
  for (const id of toCancel) await jobs.cancel(id);
  const asked = poll ?? (cancel === undefined ? [...isRunning] : []);
  if (cancel === undefined && poll === undefined && asked.length === 0)
    return { content: "No running background jobs to wait for.", details: { jobs: [] } };
  const watched = [...new Set([...asked, ...(cancel ?? [])])].filter((id) => known.has(id));
  if (watched.length === 0) {
    const ids = [...(cancel ?? []), ...asked].join(", ");
    throw new ToolFailure(`No matching jobs found for IDs: ${ids}`);
  }
  await waitFor(
    context,
    asked.filter((id) => known.has(id)),
    pollWaitMs,
  );
  const found = jobs.list().filter(({ id }) => watched.includes(id));
  for (const { id, state } of found) if (state !== "running") jobs.acknowledge(id);
  return answer(found);
}

/** Waits for the first of them, and shows what there is every half second. */
async function waitFor(
  { needs: { jobs }, progress, signal }: ToolContext<JobNeeds>,
  ids: readonly string[],
  waitMs: number,
): Promise<void> {
  if (ids.length === 0) return;
  const show = (): void =>
    progress({ content: sections(jobs.list().filter(({ id }) => ids.includes(id))) });
  show();
  const updates = setInterval(show, UPDATE_EVERY_MS);
  try {
    await jobs.waitForAny(ids, waitMs, signal);
  } finally {
    clearInterval(updates);
  }
}

function answer(jobs: readonly Job[]): JobAnswer {
  const details = {
    jobs: jobs.map(({ id, type, label, state }) => ({ id, type, label, state })),
  };
  const text = sections(jobs);
  return { content: text === "" ? [] : text, details };
}

function sections(jobs: readonly Job[]): string {
  const ended = jobs.filter(({ state }) => state === "completed" || state === "failed");
  return [
    section(
      "Cancelled",
      jobs.filter(({ state }) => state === "cancelled"),
    ),
    section("Completed", ended),
    section(
      "Still Running",
      jobs.filter(({ state }) => state === "running"),
    ),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function section(title: string, jobs: readonly Job[]): string {
  if (jobs.length === 0) return "";
  return `## ${title} (${jobs.length})\n\n${jobs.map(jobSection).join("\n\n")}`;
}
