// An editor for tests: the official client library at the other end of the shipped binary's pipe, with buffers,
// terminals and a person who answers. Every frame of both sides is checked against the protocol when it ends.
import {
  type AnyMessage,
  client,
  type ClientCapabilities,
  type ClientContext,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type RequestPermissionRequest,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import type { RunningProcess, RunResult } from "@oh-my-pi/pi-testkit/process";
import { type AcpFrame, schemaProblems } from "./acp-schema.ts";
import { createOmp, type OmpProcess } from "./omp-process.ts";
import { testTerminals } from "./acp-terminals.ts";

export interface EditorOptions {
  readonly args?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  readonly omp?: OmpProcess;
  readonly env?: Record<string, string>;
  /** Chooses an option by its kind; undefined cancels the question. */
  readonly decide?: (request: RequestPermissionRequest) => string | undefined | Promise<never>;
  readonly fill?: (request: CreateElicitationRequest) => CreateElicitationResponse;
  /** Open buffers by absolute path; writes go here. */
  readonly buffers?: Map<string, string>;
}

export interface ToldUpdate {
  readonly sessionId: string;
  readonly update: SessionUpdate;
}

export interface TestEditor extends AsyncDisposable {
  readonly omp: OmpProcess;
  readonly process: RunningProcess;
  readonly agent: ClientContext;
  readonly frames: readonly AcpFrame[];
  readonly permissions: readonly RequestPermissionRequest[];
  readonly terminals: ReturnType<typeof testTerminals>;
  /** Updates of a kind so far. */
  updates<Kind extends SessionUpdate["sessionUpdate"]>(
    kind: Kind,
    sessionId?: string,
  ): Extract<SessionUpdate, { sessionUpdate: Kind }>[];
  /** The text that the model has said so far. */
  said(sessionId?: string): string;
  /** Resolves when `fits` holds for the updates. */
  told(fits: (updates: readonly ToldUpdate[]) => boolean): Promise<void>;
  newSession(extra?: object): Promise<{ sessionId: string; [field: string]: unknown }>;
  prompt(sessionId: string, text: string): Promise<{ stopReason: string }>;
  /** Sends a line as it is. */
  sendLine(line: string): void;
  /** The first frame of omp that fits. */
  frame(fits: (message: AcpFrame["message"]) => boolean): Promise<AcpFrame["message"]>;
  /** Closes its end and waits for omp's. */
  end(): Promise<RunResult>;
}

/** Starts omp and introduces itself. */
export async function startEditor(options: EditorOptions = {}): Promise<TestEditor> {
  const omp = options.omp ?? createOmp();
  const args = options.args ?? ["acp", "--model", "fake/m"];
  const child = omp.serve(args, options.env);
  const frames: AcpFrame[] = [];
  const updates: ToldUpdate[] = [];
  const permissions: RequestPermissionRequest[] = [];
  const terminals = testTerminals(omp.workspace.env());
  const { decide = () => "allow_once", fill, buffers = new Map<string, string>() } = options;
  const app = client({ name: "test editor" })
    .onNotification("session/update", ({ params }) => void updates.push(params as ToldUpdate))
    .onRequest("session/request_permission", async ({ params }) => {
      permissions.push(params);
      const kind = await decide(params);
      const option = params.options.find((each) => each.kind === kind);
      if (option === undefined) return { outcome: { outcome: "cancelled" } };
      return { outcome: { outcome: "selected", optionId: option.optionId } };
    })
    .onRequest("elicitation/create", ({ params }) => fill?.(params) ?? { action: "cancel" })
    .onRequest("fs/read_text_file", ({ params: { path } }) => {
      const content = buffers.get(path);
      if (content === undefined) throw new Error(`not open: ${path}`);
      return { content };
    })
    .onRequest("fs/write_text_file", ({ params: { path, content } }) => {
      buffers.set(path, content);
      return {};
    })
    .onRequest("terminal/create", ({ params }) => terminals.create(params))
    .onRequest("terminal/output", ({ params }) => terminals.output(params))
    .onRequest("terminal/wait_for_exit", ({ params }) => terminals.waitForExit(params))
    .onRequest("terminal/kill", ({ params }) => terminals.kill(params))
    .onRequest("terminal/release", ({ params }) => terminals.release(params));
  const connection = app.connect(pipe(child, frames));
  const { agent } = connection;
  const clientCapabilities = options.capabilities ?? {};
  await agent.request("initialize", { protocolVersion: 1, clientCapabilities });
  const updatesOf = <Kind extends SessionUpdate["sessionUpdate"]>(kind: Kind, id?: string) =>
    updates
      .filter(({ sessionId }) => id === undefined || sessionId === id)
      .flatMap(({ update }) => (update.sessionUpdate === kind ? [update] : [])) as Extract<
      SessionUpdate,
      { sessionUpdate: Kind }
    >[];
  return {
    omp,
    process: child,
    agent,
    frames,
    permissions,
    terminals,
    updates: updatesOf,
    said: (id) =>
      updatesOf("agent_message_chunk", id)
        .map(({ content }) => (content.type === "text" ? content.text : ""))
        .join(""),
    told: (fits) => eventually(() => fits(updates) || undefined).then(() => undefined),
    newSession: (extra = {}) =>
      agent.request("session/new", { cwd: omp.workspace.path, mcpServers: [], ...extra }),
    prompt: (sessionId, text) =>
      agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    sendLine: (line) => child.write(`${line}\n`),
    frame: (fits) =>
      eventually(() => frames.find(({ from, message }) => from === "omp" && fits(message))).then(
        ({ message }) => message,
      ),
    end: () => {
      child.closeStdin();
      return child.exited;
    },
    [Symbol.asyncDispose]: async () => {
      await using _omp = options.omp === undefined ? omp : undefined;
      await using _child = child;
      connection.close();
      await terminals.end();
      const problems = schemaProblems(frames);
      if (problems.length > 0) throw new Error(`frames that do not fit:\n${problems.join("\n")}`);
    },
  };
}

/** The pipe as the library wants it; a line of omp that is no frame breaks it. */
function pipe(child: RunningProcess, frames: AcpFrame[]) {
  let taken = 0;
  const nextLine = async (): Promise<string | undefined> => {
    const find = (text: string): number => text.indexOf("\n", taken);
    try {
      await child.waitForStdout((text) => find(text) >= 0);
    } catch {
      // It has ended.
      return undefined;
    }
    const line = child.stdout.slice(taken, find(child.stdout));
    taken += line.length + 1;
    return line;
  };
  const readable = new ReadableStream<AnyMessage>({
    async pull(controller) {
      const line = await nextLine();
      if (line === undefined) return controller.close();
      const message = JSON.parse(line) as AnyMessage;
      frames.push({ from: "omp", message });
      controller.enqueue(message);
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      const plain = JSON.parse(JSON.stringify(message)) as AcpFrame["message"];
      frames.push({ from: "editor", message: plain });
      child.write(`${JSON.stringify(message)}\n`);
    },
  });
  return { readable, writable };
}
