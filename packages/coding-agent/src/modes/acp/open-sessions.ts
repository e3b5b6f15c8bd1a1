// The sessions that an editor has open, by id: opening, finding again, copying and closing them.
import {
  type AgentContext,
  type ClientCapabilities,
  type McpServer,
  RequestError,
} from "@agentclientprotocol/sdk";
import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { UserError } from "../../platform/exit-codes.ts";
import { AcpSession } from "./acp-session.ts";
import { clientFiles } from "./client-files.ts";
import { clientTerminals } from "./client-terminals.ts";
import { formDialogs } from "./dialogs.ts";
import type { AcpHouse } from "./house.ts";
import { mcpServersEntry } from "./mcp-servers.ts";
import { permissionAsker } from "./permission.ts";

/** What an editor says of the session it wants. */
export interface WantedSession {
  readonly cwd: string;
  readonly mcpServers?: readonly McpServer[] | undefined;
}

export class OpenSessions {
  readonly #house: AcpHouse;
  readonly #open = new Map<string, AcpSession>();
  readonly #opening = new Map<string, Promise<AcpSession>>();
  /** What the editor said it can do. */
  capabilities: ClientCapabilities = {};

  constructor(house: AcpHouse) {
    this.#house = house;
  }

  /** The open session of this id. */
  get(id: string): AcpSession {
    const session = this.#open.get(id);
    if (session === undefined) throw RequestError.sessionNotFound(id);
    return session;
  }

  begin(client: AgentContext, wanted: WantedSession): Promise<AcpSession> {
    return this.#start(client, wanted, undefined);
  }

  /** The session of this id, from its file unless it is open. */
  async reopen(client: AgentContext, id: string, wanted: WantedSession): Promise<AcpSession> {
    const open = this.#open.get(id) ?? (await this.#opening.get(id));
    if (open !== undefined) {
      keepServers(open, wanted.mcpServers);
      return open;
    }
    const listing = this.#house.find(id);
    if (listing === undefined) throw RequestError.sessionNotFound(id);
    const opening = this.#start(client, wanted, listing.file);
    this.#opening.set(id, opening);
    return opening.finally(() => this.#opening.delete(id));
  }

  /** A new session that begins as another one is. */
  async fork(client: AgentContext, id: string, wanted: WantedSession): Promise<AcpSession> {
    checkDirectory(wanted.cwd);
    const file = this.#open.get(id)?.file ?? this.#house.find(id)?.file;
    if (file === undefined) throw RequestError.sessionNotFound(id);
    return this.#start(client, wanted, this.#house.fork(file, wanted.cwd));
  }

  async close(id: string): Promise<void> {
    const session = this.get(id);
    this.#open.delete(id);
    await session.close();
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
    const sessions = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(sessions.map((session) => session.close()));
  }

  async #start(
    client: AgentContext,
    { cwd, mcpServers }: WantedSession,
    file: string | undefined,
  ): Promise<AcpSession> {
    checkDirectory(cwd);
    const { capabilities } = this;
    const hasForms = Boolean(capabilities.elicitation?.form);
    // What the session asks of the editor while it is being opened has no session yet.
    const place: { session?: AcpSession } = {};
    const sessionId = (): string | undefined => place.session?.id;
    const note = (text: string): void => this.#house.note(text);
    const held = await this.#house
      .open({
        cwd,
        file,
        canAsk: hasForms,
        dialogs: formDialogs({ client, sessionId, hasForms, note }),
        editor: {
          buffers: clientFiles({ client, sessionId, cwd }, capabilities),
          ...(capabilities.terminal === true && {
            terminals: clientTerminals({
              client,
              sessionId,
              opened: (callId, terminalId) => place.session?.showTerminal(callId, terminalId),
            }),
          }),
          approvalMode: () => place.session?.choices.chosenMode,
        },
      })
      .catch((error: unknown) => {
        throw asRequestError(error);
      });
    for (const text of held.notes) note(text);
    const onDefect = (defect: unknown): void => note(String(defect));
    const opened = new AcpSession({ host: this.#house.host, held, client, onDefect });
    place.session = opened;
    held.desk.attend(permissionAsker({ client, sessionId: opened.id }));
    keepServers(opened, mcpServers);
    if (opened.mcpServers.length > 0) {
      held.session.record(mcpServersEntry(opened.mcpServers));
      note("MCP servers of the editor are kept with the session, but not connected to yet.");
    }
    this.#open.set(opened.id, opened);
    return opened;
  }
}

function keepServers(session: AcpSession, servers: readonly McpServer[] | undefined): void {
  if (servers !== undefined) session.mcpServers = servers;
}

function checkDirectory(cwd: string): void {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, "cwd must be an absolute path");
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw RequestError.invalidParams({ cwd }, "cwd is no directory");
}

/** What the user can put right, with its code. */
function asRequestError(error: unknown): unknown {
  if (!(error instanceof UserError)) return error;
  if (error.exit === "noCredentials") return RequestError.authRequired(undefined, error.message);
  if (error.exit === "usage") return RequestError.invalidParams(undefined, error.message);
  return RequestError.internalError(undefined, error.message);
}
