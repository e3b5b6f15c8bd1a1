// The methods of the protocol, each in terms of the sessions that the editor has open.
import {
  agent,
  type AgentApp,
  type AuthMethod,
  type InitializeResponse,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { z } from "zod";
import { version } from "../../../package.json";
import type { AcpSession } from "./acp-session.ts";
import type { AcpHouse } from "./house.ts";
import { listPage } from "./list-page.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { withOwnMethods } from "./own-methods.ts";

/** Editors that are told of a session before they have taken note of its id lose what they are told. */
const SETTLE_MS = 50;

const AUTH_METHODS: readonly AuthMethod[] = [
  {
    id: "omp-keys",
    name: "Keys that omp has",
    description: "Uses keys from the environment or from `omp auth add <provider>`",
  },
];

const CAPABILITIES = {
  loadSession: true,
  promptCapabilities: { image: true, audio: false, embeddedContext: true },
  mcpCapabilities: { http: false, sse: false },
  sessionCapabilities: { list: {}, resume: {}, close: {}, fork: {} },
} as const;

const forkRequest = z.object({
  sessionId: z.string(),
  cwd: z.string(),
  mcpServers: z.array(z.custom<never>(isServer)).default([]),
});
const modelRequest = z.object({ sessionId: z.string(), modelId: z.string() });

/** An agent over these sessions. */
export function agentApp(sessions: OpenSessions, house: AcpHouse): AgentApp {
  const app = withStart(agent({ name: "omp" }), sessions, house);
  withSessions(app, sessions, house);
  withChoices(app, sessions);
  withTurns(app, sessions);
  return withOwnMethods(app, sessions, house);
}

function withStart(app: AgentApp, sessions: OpenSessions, house: AcpHouse): AgentApp {
  return app
    .onRequest("initialize", ({ params }): InitializeResponse => {
      sessions.capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: "omp", title: "oh-my-pi", version },
        agentCapabilities: CAPABILITIES,
        authMethods: [...AUTH_METHODS],
      };
    })
    .onRequest("authenticate", async ({ params: { methodId } }) => {
      if (!AUTH_METHODS.some(({ id }) => id === methodId))
        throw RequestError.invalidParams({ methodId }, `there is no method "${methodId}"`);
      if (await house.hasKeys()) return {};
      throw RequestError.authRequired(
        undefined,
        "there is no key yet. Add one with `omp auth add <provider>`, then try again",
      );
    });
}

function withSessions(app: AgentApp, sessions: OpenSessions, house: AcpHouse): AgentApp {
  return app
    .onRequest("session/new", async ({ params, client }) =>
      described(await sessions.begin(client, params)),
    )
    .onRequest("session/load", async ({ params, client }) => {
      const session = await sessions.reopen(client, params.sessionId, params);
      await session.tellAll();
      const { modes, configOptions } = await described(session);
      return { modes, configOptions };
    })
    .onRequest("session/resume", async ({ params, client }) => {
      const { modes, configOptions } = await described(
        await sessions.reopen(client, params.sessionId, params),
      );
      return { modes, configOptions };
    })
    .onRequest("session/fork", forkRequest, async ({ params, client }) =>
      described(await sessions.fork(client, params.sessionId, params)),
    )
    .onRequest("session/list", ({ params }) => listPage(house, params))
    .onRequest("session/close", async ({ params }) => {
      await sessions.close(params.sessionId);
      return {};
    });
}

function withChoices(app: AgentApp, sessions: OpenSessions): AgentApp {
  return app
    .onRequest("session/set_mode", async ({ params: { sessionId, modeId } }) => {
      const session = sessions.get(sessionId);
      session.choices.setMode(modeId);
      await session.tellOptions();
      return {};
    })
    .onRequest("session/set_config_option", async ({ params }) => {
      const session = sessions.get(params.sessionId);
      if (await session.choices.set(params.configId, params.value))
        await session.tell({
          sessionUpdate: "current_mode_update",
          currentModeId: session.choices.modes().currentModeId,
        });
      return { configOptions: await session.choices.options() };
    })
    .onRequest("session/set_model", modelRequest, async ({ params: { sessionId, modelId } }) => {
      const session = sessions.get(sessionId);
      await session.choices.setModel(modelId);
      await session.tellOptions();
      return {};
    });
}

function withTurns(app: AgentApp, sessions: OpenSessions): AgentApp {
  return app
    .onRequest("session/prompt", ({ params: { sessionId, prompt }, signal }) =>
      sessions.get(sessionId).prompt(prompt, signal),
    )
    .onNotification("session/cancel", ({ params: { sessionId } }) =>
      sessions.get(sessionId).cancel(),
    );
}

type Described = Required<Pick<NewSessionResponse, "sessionId" | "modes" | "configOptions">>;

/** What an editor is told of a session that it has opened; the commands follow when it has taken note of it. */
async function described(session: AcpSession): Promise<Described> {
  const configOptions = await session.choices.options();
  setTimeout(() => {
    // The editor may go away meanwhile.
    void session.tellCommands().catch(() => undefined);
  }, SETTLE_MS);
  return { sessionId: session.id, modes: session.choices.modes(), configOptions };
}

function isServer(value: unknown): boolean {
  return typeof value === "object" && value !== null && "name" in value;
}
