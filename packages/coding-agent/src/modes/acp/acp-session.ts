// One session of an editor: its turns one after the other, its events as updates, its end.
import {
  type AgentContext,
  type ContentBlock,
  type McpServer,
  type PromptResponse,
  RequestError,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Host } from "../../platform/host.ts";
import type { SessionEvent } from "../../session/session-event.ts";
import { SessionHolder } from "../../session/session-holder.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import { SessionChoices } from "./choices.ts";
import type { AcpHeld } from "./house.ts";
import { onlyText, promptContent } from "./prompt-content.ts";
import { replay } from "./replay.ts";
import { availableCommands, editorPort, runOffered } from "./slash.ts";
import { Updates } from "./updates.ts";

export interface AcpSessionParts {
  readonly held: AcpHeld;
  readonly host: Host;
  readonly client: Pick<AgentContext, "notify">;
  readonly onDefect: (defect: unknown) => void;
}

interface Turn {
  isCancelled: boolean;
}

/** A session as the editor knows it. */
export class AcpSession {
  readonly id: string;
  readonly choices: SessionChoices;
  readonly #holder: SessionHolder<AcpHeld>;
  readonly #host: Host;
  readonly #client: Pick<AgentContext, "notify">;
  readonly #onDefect: (defect: unknown) => void;
  readonly #updates: Updates;
  readonly #turns = new Set<Turn>();
  readonly #stop: () => void;
  #last: Promise<unknown> = Promise.resolve();
  /** Servers that the editor wants the session to use; kept for the part that connects to them. */
  mcpServers: readonly McpServer[] = [];

  constructor({ held, host, client, onDefect }: AcpSessionParts) {
    this.#holder = new SessionHolder(held);
    this.#host = host;
    this.#client = client;
    this.#onDefect = onDefect;
    this.id = held.session.log.header.id;
    this.choices = new SessionChoices(() => this.#holder);
    this.#updates = new Updates(() => this.#holder.current);
    this.#stop = this.#holder.on((event) => this.#hear(event));
  }

  get cwd(): string {
    return this.#holder.current.log.header.cwd;
  }

  get file(): string | undefined {
    return this.#holder.current.log.file;
  }

  /** Carries out a prompt when those before it have ended. */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    const content = promptContent(blocks);
    const turn: Turn = { isCancelled: false };
    this.#turns.add(turn);
    const giveUp = (): void => void this.cancel().catch(this.#onDefect);
    signal.addEventListener("abort", giveUp, { once: true });
    const answer = this.#last.then(() => this.#take(turn, onlyText(blocks), content));
    this.#last = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      signal.removeEventListener("abort", giveUp);
      this.#turns.delete(turn);
    }
  }

  /** Stops the turn that goes on and those that wait. */
  async cancel(): Promise<void> {
    for (const turn of this.#turns) turn.isCancelled = true;
    await this.#holder.current.abort();
  }

  /** Tells everything that was said so far. */
  async tellAll(): Promise<void> {
    for (const update of replay(this.#holder.current)) await this.tell(update);
  }

  async tell(update: SessionUpdate): Promise<void> {
    await this.#client.notify("session/update", { sessionId: this.id, update });
  }

  /** A call runs in a terminal of the editor. */
  showTerminal(callId: string, terminalId: string): void {
    this.#tellAll(this.#updates.inTerminal(callId, terminalId));
  }

  /** Counts of messages, tokens and cost. */
  stats(): Promise<unknown> {
    return this.#holder.send({ type: "get_session_stats" });
  }

  async close(): Promise<void> {
    await this.cancel();
    await this.#last;
    this.#stop();
    await this.#holder.close();
  }

  async #take(
    turn: Turn,
    words: string | undefined,
    content: ReturnType<typeof promptContent>,
  ): Promise<PromptResponse> {
    if (turn.isCancelled) return { stopReason: "cancelled" };
    if (words?.startsWith("/") === true) {
      const left = await this.#slash(words);
      if (left === undefined) return { stopReason: turn.isCancelled ? "cancelled" : "end_turn" };
      return this.#ask(turn, [{ type: "text", text: left }]);
    }
    return this.#ask(turn, content);
  }

  async #slash(words: string): Promise<string | undefined> {
    const title = this.#holder.current.log.header.title;
    const left = await runOffered(words, this.#port());
    const renamed = this.#holder.current.log.header.title;
    if (renamed !== title)
      await this.tell({ sessionUpdate: "session_info_update", title: renamed ?? null });
    this.#tellAll(this.#updates.plan());
    await this.tellOptions();
    return left;
  }

  /** Tells which commands can be typed. */
  async tellCommands(): Promise<void> {
    const commands = await availableCommands(this.#port());
    await this.tell({ sessionUpdate: "available_commands_update", availableCommands: commands });
  }

  #port(): SlashPort {
    return editorPort(this.#holder, this.#host, (text) => this.#tellAll([message(text)]));
  }

  /** Tells what is chosen now. */
  async tellOptions(): Promise<void> {
    const configOptions = await this.choices.options();
    await this.tell({ sessionUpdate: "config_option_update", configOptions });
  }

  async #ask(turn: Turn, content: ReturnType<typeof promptContent>): Promise<PromptResponse> {
    const session = this.#holder.current;
    // News of a background job may have begun a run of its own.
    while (session.isRunning) await session.settled();
    const before = session.lastAnswer;
    if (turn.isCancelled) return { stopReason: "cancelled" };
    await session.prompt(content);
    await this.#tellUsage();
    const answer = session.lastAnswer;
    if (turn.isCancelled || answer === undefined || answer === before)
      return { stopReason: "cancelled" };
    return { stopReason: stopReason(answer) };
  }

  async #tellUsage(): Promise<void> {
    const [state, stats] = (await Promise.all([
      this.#holder.send({ type: "get_state" }),
      this.#holder.send({ type: "get_session_stats" }),
    ])) as [{ contextUsage: { tokens: number; contextWindow: number } }, { cost: number }];
    const { tokens, contextWindow } = state.contextUsage;
    await this.tell({
      sessionUpdate: "usage_update",
      used: Math.round(tokens),
      size: Math.round(contextWindow),
      cost: { amount: stats.cost, currency: "USD" },
    });
  }

  #hear(event: SessionEvent): Promise<unknown> | undefined {
    if (event.type === "available_models_changed") void this.tellOptions().catch(this.#onDefect);
    const updates = this.#updates.of(event);
    return updates.length === 0 ? undefined : this.#send(updates);
  }

  #tellAll(updates: readonly SessionUpdate[]): void {
    void this.#send(updates);
  }

  /** Resolves when the editor has room for more; an editor that went away ends the session by itself. */
  async #send(updates: readonly SessionUpdate[]): Promise<void> {
    await Promise.all(updates.map((update) => this.tell(update))).catch(() => undefined);
  }
}

function message(text: string): SessionUpdate {
  return {
    sessionUpdate: "agent_message_chunk",
    messageId: crypto.randomUUID(),
    content: { type: "text", text },
  };
}

const UNAUTHORIZED = 401;

function stopReason(answer: AssistantMessage): PromptResponse["stopReason"] {
  switch (answer.stopReason) {
    case "length":
      return "max_tokens";
    case "aborted":
      return "cancelled";
    case "error": {
      const problem = answer.errorMessage ?? "The model failed.";
      if (answer.errorStatus === UNAUTHORIZED) throw RequestError.authRequired(undefined, problem);
      throw RequestError.internalError(undefined, problem);
    }
    default:
      return "end_turn";
  }
}
