// `omp serve`: the command table over HTTP and WebSocket, for hosts that cannot keep a pipe. Off unless it is started.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { RoomWish } from "../../modes/serve/rooms.ts";
import { type Serving, startServing } from "../../modes/serve/serve.ts";
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import { HostBridge } from "../../services/host-bridge/host-bridge.ts";
import { hostDialogs } from "../../services/host-bridge/host-dialogs.ts";
import type { Launch } from "../../session/launch.ts";
import { SessionHolder } from "../../session/session-holder.ts";
import { createSlashPort } from "../../slash/create-slash-port.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import { type CliCommand, type CommandCall, JSON_FLAG } from "../command.ts";
import { FLAGS } from "../flags.ts";
import { toLaunch } from "../to-launch.ts";
import { workPlace } from "../work-place.ts";

/** Launch flags that hold for every session of the server. */
const SHARED =
  /^(model|provider|models|smol|slow|thinking|api-key|session-dir|no-session|tools|no-tools|approval-mode|auto-approve|system-prompt|append-system-prompt|no-project|allow-home)$/;

export default {
  summary: "sessions over HTTP and WebSocket, on this machine",
  forms: [
    ["serve", "on a free port; prints where, with its token"],
    ["serve --port 7777 --json", "on this port, told to a program"],
  ],
  examples: [
    ["omp serve", "watch in a browser"],
    ["omp serve --json | head -1 | jq -r .url", "the address, for a program"],
    ["omp serve --no-session", "nothing is kept on disk"],
  ],
  maxWords: 0,
  flags: [
    {
      name: "port",
      value: "number",
      group: "other",
      help: "port to listen on; any free one if left out",
    },
    JSON_FLAG,
    ...FLAGS.filter(({ name }) => SHARED.test(name)),
  ],
  run,
} satisfies CliCommand;

async function run({ args, host, assembly, output }: CommandCall): Promise<ExitName> {
  using place = workPlace(args, host);
  if (place.note !== undefined) output.err.write(`omp: ${place.note}\n`);
  const usual: Launch = { ...toLaunch(args, { ...host, cwd: place.cwd }), isLasting: true };
  const open = async (wish: RoomWish) => {
    const bridge = new HostBridge();
    const dialogs = hostDialogs(bridge.calls);
    const launch = { ...wished(usual, wish), hostBridge: bridge, ...(wish.ui && { dialogs }) };
    const assembled = await assembly.createSession(launch, host);
    const holder = new SessionHolder(assembled);
    const slashPort = (): SlashPort =>
      createSlashPort(holder, host, { dialogs, reply: (text) => dialogs.notify(text) });
    const guest = { holder, bridge, dialogs, slashPort };
    return { guest, notes: assembled.notes };
  };
  const onDefect = (defect: unknown): void => output.err.write(`omp: ${String(defect)}\n`);
  await using serving = listen(portOf(args.flags.get("port")), (port) =>
    startServing({ port, open, onDefect }),
  );
  // Whoever reads the address may end the server at once.
  const ended = untilSignal();
  output.out.write(args.flags.has("json") ? jsonLine(serving) : welcome(serving));
  await output.out.flush();
  return await ended;
}

function wished(usual: Launch, { cwd, model, sessionFile, ephemeral }: RoomWish): Launch {
  const at = cwd === undefined ? usual.cwd : resolve(usual.cwd, cwd);
  const file = sessionFile === undefined ? undefined : resolve(at, sessionFile);
  if (statSync(at, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UserError(`cwd: there is no directory ${at}.`);
  if (file !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UserError(`sessionFile: there is no session file ${file}.`);
  return {
    ...usual,
    cwd: at,
    model: model ?? usual.model,
    sessionFile: file,
    isEphemeral: ephemeral ?? usual.isEphemeral === true,
  };
}

function portOf(given: unknown): number {
  if (typeof given !== "string") return 0;
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UserError(`--port cannot be "${given}"; give a number up to 65535.`);
}

function listen(port: number, start: (port: number) => Serving): Serving {
  try {
    return start(port);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const why = code === "EADDRINUSE" ? "it is in use" : code;
    throw new UserError(`Port ${port} cannot be had: ${why}.`, "error");
  }
}

function jsonLine({ port, token, url }: Serving): string {
  return `${JSON.stringify({ url, port, token })}\n`;
}

function welcome({ url }: Serving): string {
  return `Sessions are served to this machine at\n\n  ${url}\n\nThe part behind # is the token: whoever has it can do what omp can. It is shown only here.\nCtrl+C ends the server and its sessions.\n`;
}

async function untilSignal(): Promise<ExitName> {
  const { promise, resolve: end } = Promise.withResolvers<ExitName>();
  const onInterrupt = (): void => end("interrupted");
  const onTerminate = (): void => end("terminated");
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate).on("SIGHUP", onTerminate);
  try {
    return await promise;
  } finally {
    process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate).off("SIGHUP", onTerminate);
  }
}
