// The tool `bash`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import type { CallSituation, ToolApproval } from "@oh-my-pi/pi-agent-core/approval";
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { isAbsolute, resolve } from "node:path";
import { asyncEnabled } from "../../services/shell/settings.ts";
import type { LiveCapabilities } from "../../services/tool-prompts/live-capabilities.ts";
import { renderPrompt } from "../../services/tool-prompts/render-prompt.ts";
import { sandboxEnabled } from "../../services/sandbox/settings.ts";
import { bashNeeds } from "./needs.ts";
import {
  asyncParameters,
  parameters,
  sandboxAsyncParameters,
  sandboxParameters,
} from "./parameters.gen.ts";
import type { BashArguments } from "./parameters.ts";
import description from "./bash.md" with { type: "text" };

const definition = {
  name: "bash",
  label: "Bash",
  parameters,
  tier,
  approvalDetails: ({ command, cwd }: Pick<BashArguments, "command" | "cwd">) => [
    shortened(command),
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
  ],
  concurrency: "exclusive",
  traits: { boundsOutput: true },
  needs: bashNeeds,
  load: () => import("./run.ts"),
} as const;

function describe(facts: { readonly jobs: boolean; readonly terminal: boolean }): string {
  return renderPrompt(description, facts);
}

export default defineTool({
  ...definition,
  view,
  description: describe({ jobs: false, terminal: true }),
});

/** The form of the tool that fits the session. */
export function choose({ get, hasTerminals }: LiveCapabilities): Tool {
  const jobs = get(asyncEnabled);
  const parts = { ...definition, view, description: describe({ jobs, terminal: hasTerminals }) };
  if (get(sandboxEnabled))
    return jobs
      ? defineTool({ ...parts, parameters: sandboxAsyncParameters })
      : defineTool({ ...parts, parameters: sandboxParameters });
  return defineTool(jobs ? { ...parts, parameters: asyncParameters } : parts);
}

/** A command that could do harm, or asks for more than the sandbox gives, insists on being asked about. */
async function tier(
  { command, cwd, outside }: Pick<BashArguments, "command" | "cwd" | "outside">,
  { directory, root, home }: CallSituation,
): Promise<"exec" | ToolApproval> {
  if (outside !== undefined) return { tier: "exec", override: true, reason: asksFor(outside) };
  const place = placeOf(cwd, root, directory);
  const { judgeCommand } = await import("../../services/command-safety/judge-command.ts");
  const verdict = judgeCommand(command, { cwd: place, home });
  return verdict.level === "run"
    ? "exec"
    : { tier: "exec", override: true, reason: `This command ${verdict.reason}.` };
}

function asksFor(outside: string): string {
  return outside === "all"
    ? "It asks to run outside the sandbox, with all your rights."
    : `It asks to reach ${outside} from inside the sandbox.`;
}

function placeOf(cwd: string | undefined, root: string | undefined, directory: string | undefined) {
  if (cwd === undefined) return directory;
  if (isAbsolute(cwd)) return cwd;
  return root === undefined ? undefined : resolve(root, cwd);
}

function view(
  { command }: Partial<BashArguments>,
  result?: { readonly content: readonly { readonly type: string; readonly text?: string }[] },
) {
  return {
    title: command ?? "",
    blocks: (result?.content ?? []).flatMap(({ text }) =>
      text === undefined ? [] : [{ type: "code" as const, code: text }],
    ),
  };
}

const MAX_SHOWN = 2_000;

function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}…`;
}
