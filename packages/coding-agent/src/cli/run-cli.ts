// The command line as a whole: what was asked, which face answers, and how its end becomes an exit code.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import { readFileSync } from "node:fs";
import { type ExitName, UserError } from "../platform/exit-codes.ts";
import { type Host, readHost } from "../platform/host.ts";
import type { TextSink } from "../modes/print/print.ts";
import type { Launch } from "../session/launch.ts";
import type { Session } from "../session/session.ts";
import { FLAGS } from "./flags.ts";
import { type ParsedArgs, parseArgs } from "./parse-args.ts";

/** What the composition root offers to the command line. */
export interface Assembly {
  createSession(
    launch: Launch,
    host: Host,
  ): Promise<{ session: Session; notes: readonly string[] }>;
}

/** Runs omp with these arguments; never throws. */
export async function runCli(argv: readonly string[], assembly: Assembly): Promise<ExitName> {
  const out = openSink(1);
  const err = openSink(2);
  try {
    return await launch(argv, assembly, { out, err });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    err.write(`omp: ${error.message}\n`);
    return error.exit;
  } finally {
    await out.flush();
    await err.flush();
  }
}

interface Output {
  readonly out: FlushingSink;
  readonly err: FlushingSink;
}

interface FlushingSink extends TextSink {
  flush(): Promise<void>;
}

async function launch(
  argv: readonly string[],
  assembly: Assembly,
  { out, err }: Output,
): Promise<ExitName> {
  const args = parseArgs(argv, FLAGS);
  if (args.flags.has("help")) {
    const { helpText } = await import("./help.ts");
    out.write(helpText());
    return "ok";
  }
  const host = readHost();
  const format = args.flags.get("mode") === "json" ? "json" : "text";
  const messages = await initialMessages(args, host);
  if (messages.length === 0) {
    throw new UserError(
      'Nothing to do. Say what you want: omp -p "explain this project", or see omp --help.',
    );
  }
  const { session, notes } = await assembly.createSession(toLaunch(args, host), host);
  for (const note of notes) err.write(`omp: ${note}\n`);
  const { runPrint } = await import("../modes/print/print.ts");
  const stop = (): void => void session.abort();
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    const detail = args.flags.get("event-detail") === "full" ? "full" : "delta";
    return await runPrint(session, { format, detail, messages, out, err });
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await session.close();
  }
}

function toLaunch({ flags }: ParsedArgs, host: Host): Launch {
  const text = (name: string): string | undefined => {
    const value = flags.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const tools = flags.has("no-tools")
    ? []
    : text("tools")
        ?.split(",")
        .map((name) => name.trim());
  return {
    cwd: host.cwd,
    model: text("model"),
    provider: text("provider"),
    apiKey: text("api-key"),
    thinking: text("thinking") as ThinkingLevel | undefined,
    systemPrompt: textOrFile(text("system-prompt")),
    appendSystemPrompt: textOrFile(text("append-system-prompt")),
    tools,
    isEphemeral: flags.has("no-session"),
    sessionDir: text("session-dir"),
  };
}

/** A value that names a readable file stands for its content. */
function textOrFile(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    return readFileSync(value, "utf8");
  } catch {
    // Not a file: the text itself is meant.
    return value;
  }
}

async function initialMessages(args: ParsedArgs, host: Host): Promise<UserMessage["content"][]> {
  const piped = host.isStdinTty ? "" : (await Bun.stdin.text()).trim();
  const [first, ...rest] = args.words;
  const opening = [piped, first].filter(Boolean).join("\n\n");
  return opening === "" ? rest : [opening, ...rest];
}

function openSink(fd: 1 | 2): FlushingSink {
  const writer = Bun.file(fd).writer();
  return {
    write: (text) => void writer.write(text),
    flush: async () => void (await writer.flush()),
  };
}
