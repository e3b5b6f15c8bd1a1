// Methods of omp's own beside the protocol's: kept sessions and projects, and what a session has cost.
import type { AgentApp, SessionInfo } from "@agentclientprotocol/sdk";
import { z } from "zod";
import type { SessionListing } from "../../session/log/list-sessions.ts";
import type { AcpHouse } from "./house.ts";
import type { OpenSessions } from "./open-sessions.ts";

const nothing = z.unknown();
const ofDirectory = z.object({ cwd: z.string() });
const ofSession = z.object({ sessionId: z.string() });

/** Adds them to an agent. */
export function withOwnMethods(app: AgentApp, sessions: OpenSessions, house: AcpHouse): AgentApp {
  return app
    .onRequest("_omp/sessions/listAll", nothing, () => ({
      sessions: house.list().map(sessionInfo),
    }))
    .onRequest("_omp/chats/byCwd", ofDirectory, ({ params: { cwd } }) => ({
      sessions: house.list(cwd).map(sessionInfo),
    }))
    .onRequest("_omp/projects/list", nothing, () => ({ projects: projectsOf(house.list()) }))
    .onRequest("_omp/usage", ofSession, ({ params: { sessionId } }) =>
      sessions.get(sessionId).stats(),
    );
}

/** A kept session as the protocol lists it. */
export function sessionInfo(listing: SessionListing): SessionInfo {
  return {
    sessionId: listing.id,
    cwd: listing.cwd,
    title: listing.name,
    updatedAt: new Date(listing.modifiedMs).toISOString(),
  };
}

interface Project {
  readonly cwd: string;
  readonly sessionCount: number;
  readonly updatedAt: string;
}

/** Every directory that has sessions, the one used last first. */
function projectsOf(listings: readonly SessionListing[]): Project[] {
  return [...Map.groupBy(listings, ({ cwd }) => cwd)].map(([cwd, own]) => ({
    cwd,
    sessionCount: own.length,
    updatedAt: new Date(Math.max(...own.map(({ modifiedMs }) => modifiedMs))).toISOString(),
  }));
}
