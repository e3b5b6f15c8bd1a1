// What each address of the server answers. The door has been passed; knows rooms and requests, not sockets.
import { z } from "zod";
import { UserError } from "../../platform/exit-codes.ts";
import { eventStream } from "./event-stream.ts";
import { emptyResponse, bodyResponse, jsonResponse, problemResponse } from "./responses.ts";
import { type Room, TooManyCommands } from "./room.ts";
import { HouseFull, type Rooms } from "./rooms.ts";

/** What a request may use of the server. */
export interface RouteContext {
  readonly rooms: Rooms;
  readonly url: URL;
  /** The request may take as long as it takes. */
  readonly unhurried: () => void;
  /** Makes the connection a socket of the room. */
  readonly upgrade: (room: Room) => Response | undefined;
  /** Counts one more stream; undefined when there are too many. */
  readonly openStream: () => (() => void) | undefined;
}

type Answer = Response | undefined | Promise<Response | undefined>;
type Handler = (request: Request, context: RouteContext, room: Room) => Answer;

const wishSchema = z.strictObject({
  cwd: z.string().optional(),
  model: z.string().optional(),
  sessionFile: z.string().optional(),
  ephemeral: z.boolean().optional(),
  ui: z.boolean().optional(),
});

/** Methods of the addresses below a session, by what follows its id. */
const BELOW_ROOM: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  "": {
    GET: (_request, _context, room) => jsonResponse({ session: room.summary }),
    DELETE: async (_request, { rooms }, room) => {
      await rooms.close(room);
      return emptyResponse(204);
    },
  },
  "/command": { POST: command },
  "/events": { GET: events },
  "/socket": { GET: (_request, { upgrade }, room) => upgrade(room) },
};

const SESSIONS = "/api/sessions";

/** Answers a request to the interface for programs; undefined when it became a socket. */
export async function answerApi(
  request: Request,
  context: RouteContext,
): Promise<Response | undefined> {
  const { rooms, url } = context;
  if (url.pathname === SESSIONS) {
    if (request.method === "GET") return jsonResponse({ sessions: rooms.list() });
    if (request.method === "POST") return openRoom(request, context);
    return notAllowed("GET, POST");
  }
  const [, id = "", rest = ""] = /^\/api\/sessions\/([\w-]+)(\/\w+)?$/.exec(url.pathname) ?? [];
  const room = rooms.find(id);
  const methods = Object.hasOwn(BELOW_ROOM, rest) ? BELOW_ROOM[rest] : undefined;
  if (id === "" || methods === undefined) return problemResponse(404, "There is nothing here.");
  if (room === undefined) return problemResponse(404, "There is no such session.");
  const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (handler === undefined) return notAllowed(Object.keys(methods).join(", "));
  return handler(request, context, room);
}

async function openRoom(request: Request, { rooms, unhurried }: RouteContext): Promise<Response> {
  const wrong = notJson(request);
  if (wrong !== undefined) return wrong;
  const wish = wishSchema.safeParse(parse(await request.text()));
  if (!wish.success) {
    const [issue] = wish.error.issues;
    return problemResponse(400, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "?"}`);
  }
  unhurried();
  try {
    const { room, notes } = await rooms.open(wish.data);
    return jsonResponse({ session: room.summary, notes }, 201);
  } catch (error) {
    if (error instanceof HouseFull) return problemResponse(503, error.message);
    if (error instanceof UserError) return problemResponse(400, error.message);
    throw error;
  }
}

async function command(request: Request, context: RouteContext, room: Room): Promise<Response> {
  const wrong = notJson(request);
  if (wrong !== undefined) return wrong;
  const text = await request.text();
  context.unhurried();
  try {
    const answer = await room.take(text);
    return answer === undefined
      ? emptyResponse(202)
      : jsonResponse(answer, answer.success ? 200 : 400);
  } catch (error) {
    if (error instanceof TooManyCommands) return problemResponse(503, error.message);
    throw error;
  }
}

function events(_request: Request, context: RouteContext, room: Room): Response {
  const onClose = context.openStream();
  if (onClose === undefined) return problemResponse(503, "Too many connections.");
  context.unhurried();
  const { searchParams } = context.url;
  const stream = eventStream(room, {
    isHost: searchParams.get("host") === "1",
    withSnapshot: searchParams.get("snapshot") === "1",
    onClose,
  });
  return bodyResponse(stream, { type: "text/event-stream" });
}

/** A form of another site cannot send this type without asking first. */
function notJson(request: Request): Response | undefined {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return undefined;
  return problemResponse(415, "Send application/json.");
}

function notAllowed(allowed: string): Response {
  return problemResponse(405, `Only ${allowed}.`, { Allow: allowed });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not even JSON: the schema says what would be right.
    return undefined;
  }
}
