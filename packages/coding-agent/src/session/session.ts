// A session as its faces see it: commands go in, events come out, its state is what the log says. What each
// command does is in the command table; what a prompt sets in motion is in the parts inside.
import type { FileTouches } from "@oh-my-pi/pi-agent-core/tool";
import type { ToolView, ViewedResult } from "@oh-my-pi/pi-agent-core/view";
import type { AssistantMessage, UserMessage } from "@oh-my-pi/pi-ai/message";
import type { ServiceTier } from "@oh-my-pi/pi-ai/request";
import type { Model, ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import type { LeaseBook } from "../services/approval/lease-book.ts";
import type { CommandFace, CommandRequest } from "./command.ts";
import type { OpenNext } from "./opened-session.ts";
import type { CustomMessage, NewEntry } from "./log/entry.ts";
import { discardSessionLog } from "./log/open-log.ts";
import type { SessionLog } from "./log/session-log.ts";
import { type SessionListener, tellListeners } from "./session-event.ts";
import { buildInside, type SessionInside } from "./session-inside.ts";
import { goTo, type GoToOptions, type WentTo } from "./go-to.ts";
import type { SessionParts } from "./session-parts.ts";
import { leaveMessage, startPrompt, startWith } from "./speak.ts";
import type { ContextMessage } from "./state/context-messages.ts";
import type { SessionState } from "./state/session-state.ts";

/** One conversation with its tools and its log. A log with entries goes on where it ended. */
export class Session implements AsyncDisposable {
  readonly #inside: SessionInside;
  readonly #listeners = new Set<SessionListener>();
  readonly #onDefect: (defect: unknown) => void;
  #closed: Promise<void> | undefined;
  readonly #onClose: (() => Promise<void>) | undefined;

  constructor(parts: SessionParts) {
    this.#onDefect = parts.onDefect;
    this.#onClose = parts.onClose;
    this.#inside = buildInside(parts, (event) => {
      parts.work?.take(event);
      return tellListeners(this.#listeners, event, this.#onDefect);
    });
  }

  get log(): SessionLog {
    return this.#inside.conversation.log;
  }

  get model(): Model {
    return this.#inside.choices.model;
  }

  get thinkingLevel(): ThinkingLevel {
    return this.#inside.choices.thinkingLevel;
  }

  get serviceTier(): ServiceTier {
    return this.#inside.choices.serviceTier;
  }

  /** The mode that the log says, `none` where it says nothing, and what belongs to it. */
  get mode(): { readonly mode: string; readonly data?: unknown } {
    const { mode, modeData } = this.#inside.conversation.state.settings;
    return { mode, ...(modeData !== undefined && { data: modeData }) };
  }

  /** What the person has allowed for longer than one call; absent where nothing asks. */
  get leases(): LeaseBook | undefined {
    return this.#inside.around.leases;
  }

  /** Where its time went; absent where nobody keeps account. */
  get work(): SessionParts["work"] {
    return this.#inside.around.work;
  }

  get messages(): readonly ContextMessage[] {
    return this.#inside.conversation.messages;
  }

  /** What the log has decided: choices, what waits, the to-do list. */
  get decided(): SessionState {
    return this.#inside.conversation.state;
  }

  /** A call as its tool shows it; undefined for a tool that this session does not have. */
  viewTool(name: string, args: unknown, result?: ViewedResult): ToolView | undefined {
    return this.#inside.tools.find(({ spec }) => spec.name === name)?.view(args, result);
  }

  /** Files that a call reads or changes, as far as its tool tells. */
  touchedBy(name: string, args: Readonly<Record<string, unknown>>): FileTouches {
    const tool = this.#inside.tools.find(({ spec }) => spec.name === name);
    return tool?.traits.touches?.(args) ?? {};
  }

  get isRunning(): boolean {
    return this.#inside.runner.isRunning;
  }

  /** The last answer of the model. */
  get lastAnswer(): AssistantMessage | undefined {
    return this.messages.findLast((message) => message.role === "assistant");
  }

  /** Calls `listener` with every event from now on; the returned function ends that. */
  on(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Carries out a command of the table; throws CommandError for what its sender can put right. */
  async send(command: CommandRequest, face: CommandFace = {}): Promise<unknown> {
    const { runCommand } = await import("./run-command.ts");
    return runCommand(this.#inside, command, face);
  }

  /** Asks for another processing tier from now on; `none` asks for no particular one. */
  setServiceTier(tier: ServiceTier): void {
    this.#inside.choices.setServiceTier(tier);
  }

  /** Writes an entry that no run makes, such as a change of mode or a document to begin with. */
  record(entry: NewEntry): void {
    this.#inside.conversation.append(entry);
  }

  /** Says something and runs until everything it set in motion has ended. */
  async prompt(content: UserMessage["content"]): Promise<void> {
    const { accepted, ended } = startPrompt(this.#inside, content);
    await Promise.all([accepted, ended]);
  }

  /** Says something before the next request of the run that goes on. */
  async steer(content: UserMessage["content"]): Promise<void> {
    await leaveMessage(this.#inside, "steer", content);
  }

  /** Says something when the run that goes on would end. */
  async followUp(content: UserMessage["content"]): Promise<void> {
    await leaveMessage(this.#inside, "followUp", content);
  }

  /** Takes back what waits to be said; the texts, oldest first. */
  takeBack(): readonly string[] {
    return this.#inside.conversation.takeBack().map(({ message: { content } }) => {
      if (typeof content === "string") return content;
      return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    });
  }

  /** Goes to another place in the tree; undefined when there is no such entry. */
  async goTo(entryId: string, options: GoToOptions): Promise<WentTo | undefined> {
    return goTo(this.#inside, entryId, options);
  }

  /** Asks the model something of which the conversation learns nothing. Throws CommandError without an answer. */
  async askAside(question: string, signal: AbortSignal): Promise<string> {
    const { askAside } = await import("./ask-aside.ts");
    return askAside(this.#inside, question, signal);
  }

  /** The model must call this tool with its next request; false when there is no such tool. */
  forceTool(name: string): boolean {
    const { tools, toolChoices } = this.#inside;
    if (toolChoices === undefined || !tools.some((tool) => tool.name === name)) return false;
    toolChoices.push({ choice: { tool: name } });
    return true;
  }

  /** Says something that nobody typed: at once when nothing goes on, else when the run would end. */
  async tell(content: UserMessage["content"]): Promise<void> {
    if (this.isRunning) return this.followUp(content);
    const { accepted, ended } = startPrompt(this.#inside, content);
    ended.catch(this.#onDefect);
    await accepted;
  }

  /** Has the model go on, with words of ours; resolves when they are kept. */
  async goOn(message: CustomMessage): Promise<void> {
    const { accepted, ended } = startWith(this.#inside, message);
    ended.catch(this.#onDefect);
    await accepted;
  }

  /** Lets a run that hands off have another session in the place of this one. */
  offerNext(open: OpenNext): void {
    this.#inside.compaction.offerNext(open);
  }

  /** Stops the run, if there is one, and waits until it has ended. */
  async abort(): Promise<void> {
    await this.#inside.runner.abort();
  }

  /** Resolves when nothing goes on. */
  async settled(): Promise<void> {
    await this.#inside.runner.settled();
  }

  /** Ends the session; one in which nothing was answered leaves no file. Further calls wait for the first. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.abort();
    await this.#onClose?.();
    const { conversation } = this.#inside;
    if (conversation.hasAnswer || conversation.waiting.length > 0) {
      await this.log.sync();
      this.log.close();
    } else {
      await discardSessionLog(this.log);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
