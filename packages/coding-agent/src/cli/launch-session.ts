// A session on the command line: what it is told first and which face shows it.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import { type ExitName, UserError } from "../platform/exit-codes.ts";
import { readHost } from "../platform/host.ts";
import type { Launch } from "../session/launch.ts";
import { SessionHolder } from "../session/session-holder.ts";
import type { Session } from "../session/session.ts";
import type { Assembly } from "./assembly.ts";
import { trustPrompt } from "./ask-trust.ts";
import { chooseSession, rememberSession } from "./choose-session.ts";
import { guarded } from "./guarded.ts";
import { initialMessages } from "./initial-messages.ts";
import type { ParsedArgs } from "./parse-args.ts";
import type { Output } from "./stdio.ts";
import { talk } from "./talk.ts";
import { toLaunch } from "./to-launch.ts";
import { workPlace } from "./work-place.ts";

/** Runs a session as the flags ask for, to its end. */
export async function launchSession(
  args: ParsedArgs,
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const host = readHost();
  if (args.flags.has("list-models")) {
    const { listModels } = await import("./list-models.ts");
    return listModels(args, host, assembly, output);
  }
  if (args.flags.has("export")) {
    const { exportSession } = await import("./export-session.ts");
    return exportSession(args, host, output);
  }
  const mode = args.flags.get("mode");
  if (mode === "rpc" || mode === "rpc-ui") {
    const { serveRpc } = await import("./serve-rpc.ts");
    return serveRpc(args, host, assembly, output);
  }
  const isInteractive = host.isStdinTty && !args.flags.has("print") && !args.flags.has("mode");
  const maxTimeMs = timeLimit(args, isInteractive);
  const messages = await initialMessages(args, host, { isInteractive, err: output.err });
  if (!isInteractive && messages.length === 0) {
    throw new UserError(
      'Nothing to do. Say what you want: omp -p "explain this project", or see omp --help.',
    );
  }
  using place = workPlace(args, host);
  if (place.note !== undefined) output.err.write(`omp: ${place.note}\n`);
  const sessionFile = chooseSession(args, host, place.cwd);
  const launch = {
    ...toLaunch(args, { ...host, cwd: place.cwd }),
    isInteractive,
    isLasting: isInteractive,
    sessionFile,
    ...(isInteractive && { askTrust: trustPrompt(output.out) }),
  } satisfies Launch;
  const assembled = await assembly.createSession(launch, host);
  if (isInteractive) rememberSession(host, place.cwd, assembled.session.log.file);
  for (const note of assembled.notes) output.err.write(`omp: ${note}\n`);
  const holder = new SessionHolder(assembled);
  return await guarded(holder, { out: output.out, maxTimeMs }, (leave) =>
    isInteractive
      ? talk(holder, messages.map(asText), { args, host, output, leave })
      : print(holder.current, args, messages, output),
  );
}

function timeLimit({ flags }: ParsedArgs, isInteractive: boolean): number | undefined {
  const given = flags.get("max-time");
  if (typeof given !== "string") return undefined;
  const seconds = Number(given);
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
    throw new UserError(`--max-time cannot be "${given}"; give seconds, more than 0.`);
  }
  if (isInteractive)
    throw new UserError("--max-time is for runs without a person; use it with -p.");
  return seconds * 1000;
}

/** The longest that a timer can wait. */
const MAX_SECONDS = 2_000_000;

async function print(
  session: Session,
  { flags }: ParsedArgs,
  messages: readonly UserMessage["content"][],
  { out, err }: Output,
): Promise<ExitName> {
  const { runPrint } = await import("../modes/print/print.ts");
  const format = flags.get("mode") === "json" ? "json" : "text";
  const detail = flags.get("event-detail") === "full" ? "full" : "delta";
  return runPrint(session, { format, detail, messages, out, err });
}

function asText(content: UserMessage["content"]): string {
  if (typeof content === "string") return content;
  throw new UserError(
    "Images can be attached to a run with -p; in the terminal they cannot be yet.",
  );
}
