// A session on the command line: what it is told first and which face shows it.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import { type ExitName, UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import { measuredSpans, timed, timingTree } from "../platform/timing.ts";
import type { Launch } from "../session/launch.ts";
import { RESUME_TEXTS } from "../session/log/resume.ts";
import { SessionHolder } from "../session/session-holder.ts";
import type { AssembledSession, Assembly } from "./assembly.ts";
import { askLine } from "./ask-line.ts";
import { openConsents } from "./ask-trust.ts";
import { chooseSession, rememberSession } from "./choose-session.ts";
import { guarded } from "./guarded.ts";
import { initialMessages } from "./initial-messages.ts";
import type { ParsedArgs } from "./parse-args.ts";
import type { Output } from "./stdio.ts";
import { hasScreen, talk } from "./talk.ts";
import { toLaunch } from "./to-launch.ts";
import { workPlace } from "./work-place.ts";

/** Runs a session as the flags ask for, to its end. */
export async function launchSession(
  args: ParsedArgs,
  host: Host,
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const isInteractive = host.isStdinTty && !args.flags.has("print") && !args.flags.has("mode");
  const maxTimeMs = timeLimit(args, isInteractive);
  const messages = await timed("input", () =>
    initialMessages(args, host, { isInteractive, err: output.err }),
  );
  if (!isInteractive && messages.length === 0) {
    throw new UserError(
      'Nothing to do. Say what you want: omp -p "explain this project", or see omp --help.',
    );
  }
  using place = workPlace(args, host);
  if (place.note !== undefined) output.err.write(`omp: ${place.note}\n`);
  const choice = await chooseSession(args, host, place.cwd, {
    canPick: isInteractive && hasScreen(args, host),
    ...(isInteractive && { ask: (question: string) => askLine(question, output.out) }),
  });
  const isPicking = choice.kind === "pick";
  if (choice.kind === "none") return noneSelected(output);
  const consents = openConsents(hasScreen(args, host) ? { host, assembly } : output.out);
  const launch = {
    ...toLaunch(args, { ...host, cwd: place.cwd }),
    isInteractive,
    isLasting: isInteractive,
    mayResume: isInteractive && !isPicking && !args.flags.has("no-session"),
    sessionFile: choice.kind === "file" ? choice.file : undefined,
    warn: (text: string) => output.err.write(`omp: ${text}\n`),
    ...(isInteractive && { askTrust: consents.ask }),
  } satisfies Launch;
  const assembled = await timed("session", () =>
    assembly.createSession(launch, host, { canAsk: isInteractive }),
  );
  if (isInteractive) rememberSession(host, place.cwd, assembled.session.log.file);
  for (const note of assembled.notes) output.err.write(`omp: ${note}\n`);
  const holder = new SessionHolder(assembled, { follows: isInteractive });
  // A person sees the tree before the screen is theirs, a script after its answer.
  if (isInteractive && (await showTimings(host, output)) === "x") {
    await holder.close();
    return "ok";
  }
  const how = await timed("run", () =>
    guarded(holder, { out: output.out, maxTimeMs }, (leave) =>
      isInteractive
        ? talk(holder, messages, {
            args,
            host,
            output,
            leave,
            consents,
            firstScreen: isPicking ? "resume" : undefined,
          })
        : print(holder.held, args, messages, output),
    ),
  );
  if (!isInteractive) await showTimings(host, output);
  return isPicking && holder.held === assembled ? noneSelected(output) : how;
}

function noneSelected({ out }: Output): ExitName {
  out.write(`${RESUME_TEXTS.noneSelected}\n`);
  return "ok";
}

/** Writes where the time went, if `PI_TIMING` asks for it, and gives its value. */
async function showTimings({ env }: Host, { err }: Output): Promise<string> {
  const wanted = env["PI_TIMING"] ?? "";
  if (wanted !== "") {
    err.write(timingTree(measuredSpans()));
    await err.flush();
  }
  return wanted;
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
  { session, desk }: AssembledSession,
  { flags }: ParsedArgs,
  messages: readonly UserMessage["content"][],
  { out, err }: Output,
): Promise<ExitName> {
  const { runPrint } = await import("../modes/print/print.ts");
  const format = flags.get("mode") === "json" ? "json" : "text";
  const detail = flags.get("event-detail") === "full" ? "full" : "delta";
  const refusalOf = (callId: string): string | undefined => desk.refusals.reasonOf(callId);
  return runPrint(session, { format, detail, messages, out, err, refusalOf });
}
