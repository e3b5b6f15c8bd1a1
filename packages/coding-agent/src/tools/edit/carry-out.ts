// Plans an edit over the files it names, writes it all or not at all, and reports it. How a variant reads
// its arguments is not known here.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { messageOf, ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { executePlan } from "@oh-my-pi/pi-edit/multi-file/execute";
import type { EditFileSystem, FileLookup } from "@oh-my-pi/pi-edit/multi-file/file-system";
import type { EditPlan, PlanOutcome } from "@oh-my-pi/pi-edit/multi-file/plan";
import { readStates } from "@oh-my-pi/pi-edit/multi-file/read-states";
import { openDiskFiles } from "../../services/files/disk-files.ts";
import type { FileMemory } from "../../services/files/file-memory.ts";
import type { FileOptions } from "../../services/files/file-options.ts";
import { classifyPath } from "../../services/files/path-kind.ts";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";
import type { Workspace } from "../../services/workspace.ts";
import { type EditDetails, editDetails } from "./edit-details.ts";

export interface EditNeeds {
  readonly workspace: Workspace;
  readonly options: FileOptions;
  readonly memory: FileMemory;
  readonly urls: InternalUrls;
}

export interface EditResult {
  readonly content: string;
  readonly details: EditDetails;
}

/** What a variant makes of its arguments. */
export interface EditJob {
  readonly paths: readonly string[];
  readonly plan: (lookup: FileLookup) => PlanOutcome;
  readonly describe: (plan: EditPlan) => string;
}

/** Does a job; throws ToolFailure with the reason when nothing was changed. */
export async function carryOut(context: ToolContext<EditNeeds>, job: EditJob): Promise<EditResult> {
  const { memory, workspace } = context.needs;
  const resolve = pathResolver(context.needs);
  const files = openDiskFiles(resolve, workspace.buffers);
  const lookup = await readStates(job.paths, inWords(files));
  const planned = job.plan(lookup);
  if (!planned.ok) throw new ToolFailure(planned.message);
  const outcome = await executePlan(planned.plan, files, context.signal);
  if (!outcome.ok) throw new ToolFailure(outcome.message);
  for (const { path, movedTo, after } of planned.plan.files) {
    if (after !== undefined) memory.reads.recordDocument(resolve(movedTo ?? path), after);
  }
  const details = editDetails(planned.plan, resolve);
  return { content: job.describe(planned.plan), details };
}

/** The absolute path of what a call names; internal addresses lead to the file behind them. */
export function pathResolver({ workspace, urls }: EditNeeds): (path: string) => string {
  return (path) => {
    const kind = classifyPath(path);
    if (kind.kind === "web") throw new ToolFailure(`Cannot edit ${path}: it is a web address.`);
    return kind.kind === "internal" ? urls.locate(kind.href) : workspace.resolve(kind.path);
  };
}

function inWords(files: EditFileSystem): Pick<EditFileSystem, "read"> {
  return {
    read: async (path) => {
      try {
        return await files.read(path);
      } catch (error) {
        if (error instanceof Error && error.cause instanceof ToolFailure) throw error.cause;
        throw new ToolFailure(`Cannot edit ${path}: ${messageOf(error)}.`);
      }
    },
  };
}
