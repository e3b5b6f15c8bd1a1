// How a background job is told to a model. Pure.
import type { Job } from "./background-jobs.ts";

/** One job as the `job` tool shows it. */
export function jobSection({ id, type, label, state, output }: Job): string {
  const head = `### ${id} [${type}] — ${state}\nLabel: ${label}`;
  return output === "" ? head : `${head}\n\`\`\`\n${output}\n\`\`\``;
}

/** The message that tells the conversation of a job nobody waited for. */
export function jobNews(job: Job): string {
  return `Background job ${job.id} has ended while you did something else.\n\n${jobSection(job)}`;
}
