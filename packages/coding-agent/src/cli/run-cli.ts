// The command line as a whole: what was asked, which face answers, and how its end becomes an exit code.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import { type ExitName, UserError } from "../platform/exit-codes.ts";
import { type Host, readHost } from "../platform/host.ts";
import type { ApprovalDesk } from "../services/approval/approval-desk.ts";
import type { Launch } from "../session/launch.ts";
import type { Session } from "../session/session.ts";
import { FLAGS } from "./flags.ts";
import { type ParsedArgs, parseArgs } from "./parse-args.ts";
import { type FlushingSink, openLineTerminal, openSink } from "./stdio.ts";
import { toLaunch } from "./to-launch.ts";

/** What the composition root offers to the command line. */
export interface Assembly {
  createSession(launch: Launch, host: Host): Promise<AssembledSession>;
}

export interface AssembledSession {
  readonly session: Session;
  readonly notes: readonly string[];
  readonly tourDirectory: string | undefined;
  readonly desk: ApprovalDesk;
}

/** Runs omp with these arguments; never throws for a mistake of the user. */
export async function runCli(argv: readonly string[], assembly: Assembly): Promise<ExitName> {
  const output = { out: openSink(1), err: openSink(2) };
  try {
    return await launch(argv, assembly, output);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    output.err.write(`omp: ${error.message}\n`);
    return error.exit;
  } finally {
    await output.out.flush();
    await output.err.flush();
  }
}

interface Output {
  readonly out: FlushingSink;
  readonly err: FlushingSink;
}

async function launch(
  argv: readonly string[],
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const args = parseArgs(argv, FLAGS);
  if (args.flags.has("help")) {
    const { helpText } = await import("./help.ts");
    output.out.write(helpText());
    return "ok";
  }
  const host = readHost();
  const isInteractive = host.isStdinTty && !args.flags.has("print") && !args.flags.has("mode");
  // Without a terminal for its output, a person gets plain lines.
  const isAccessible = args.flags.has("accessible") || !host.isStdoutTty;
  const messages = isInteractive ? args.words : await initialMessages(args, host);
  if (!isInteractive && messages.length === 0) {
    throw new UserError(
      'Nothing to do. Say what you want: omp -p "explain this project", or see omp --help.',
    );
  }
  const assembled = await assembly.createSession({ ...toLaunch(args, host), isInteractive }, host);
  for (const note of assembled.notes) output.err.write(`omp: ${note}\n`);
  const { session } = assembled;
  return withSignals(session, (leave) =>
    isInteractive
      ? talk(assembled, messages, { host, isAccessible }, output, leave)
      : print(session, args, messages, output),
  );
}

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

async function talk(
  assembled: AssembledSession,
  messages: readonly string[],
  face: { readonly host: Host; readonly isAccessible: boolean },
  { out }: Output,
  leave: AbortSignal,
): Promise<ExitName> {
  const { session, tourDirectory, desk } = assembled;
  const { welcomeText } = await import("./welcome.ts");
  const options = {
    leave,
    messages,
    welcome: welcomeText(session.model, session.log.header.cwd, tourDirectory !== undefined),
    emptyMeans: tourDirectory === undefined ? undefined : "Show me how omp works.",
  };
  if (face.isAccessible) {
    const { runAccessible } = await import("../modes/accessible/accessible.ts");
    return runAccessible(session, { ...options, terminal: openLineTerminal(out) });
  }
  const { runInteractive } = await import("../modes/interactive/interactive.ts");
  const { openTerminal } = await import("../modes/interactive/open-terminal.ts");
  return runInteractive(session, {
    ...options,
    desk,
    env: face.host.env,
    terminal: openTerminal(),
  });
}

/** SIGINT stops the run, or ends omp when nothing runs; SIGTERM ends it in any case. */
async function withSignals(
  session: Session,
  work: (leave: AbortSignal) => Promise<ExitName>,
): Promise<ExitName> {
  const leave = new AbortController();
  let endedBy: ExitName | undefined;
  const onInterrupt = (): void => {
    if (!session.isRunning) leave.abort();
    void session.abort();
  };
  const onTerminate = (): void => {
    endedBy = "terminated";
    leave.abort();
    void session.abort();
  };
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate).on("SIGHUP", onTerminate);
  try {
    const how = await work(leave.signal);
    return endedBy ?? how;
  } finally {
    process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate).off("SIGHUP", onTerminate);
    await session.close();
  }
}

async function initialMessages(args: ParsedArgs, host: Host): Promise<string[]> {
  const piped = host.isStdinTty ? "" : (await Bun.stdin.text()).trim();
  const [first, ...rest] = args.words;
  const opening = [piped, first].filter(Boolean).join("\n\n");
  return opening === "" ? rest : [opening, ...rest];
}
