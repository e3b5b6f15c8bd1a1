// The fake model server: one listener that answers every protocol from a script and fails the test
// when the script and the requests do not agree.
import { failTest } from "../fail-test.ts";
import type { ServerState } from "./exchange.ts";
import { driveConnection, type ConnectionDriver } from "./http/connection.ts";
import { serveHttp } from "./http/serve-http.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import type { Scripted } from "./reply.ts";
import { createRequestLog } from "./request-log.ts";
import { createRoutes, type RouteAnswer, type RouteOptions } from "./routes.ts";
import { createScriptQueue, type RequestMatch } from "./script-queue.ts";

/** How a server behaves beyond its script. */
export interface FakeModelsOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Starts the script again when it has ended, and never counts a reply as unused. */
  readonly isLooping?: boolean;
}

/** A running fake model server. Disposing it stops it and fails the test if the script did not fit. */
export interface FakeModels extends AsyncDisposable, Disposable {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string;
  /** Requests to model endpoints, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Requests to anything else. */
  readonly otherRequests: readonly RecordedRequest[];
  /** Adds replies for the next requests to any model endpoint. */
  script(...replies: Scripted[]): void;
  /** Adds replies for matching requests only; these come before the common ones. */
  scriptFor(match: RequestMatch, ...replies: Scripted[]): void;
  /** Answers `"GET /path"` any number of times; wins over a model endpoint of the same path. */
  route(pattern: string, answer: RouteAnswer, options?: RouteOptions): void;
  /** The `number`-th model request, from 1, as soon as it has come. */
  nthRequest(number: number, signal?: AbortSignal): Promise<RecordedRequest>;
  /** Throws when a request was not scripted, or a reply or route was not used. */
  assertDone(): void;
}

/** Starts a server on loopback. */
export function startFakeModels(options: FakeModelsOptions = {}): FakeModels {
  const state: ServerState = {
    queue: createScriptQueue({ isLooping: options.isLooping ?? false }),
    routes: createRoutes(),
    modelRequests: createRequestLog(),
    otherRequests: createRequestLog(),
    complaints: [],
  };
  const listener = listen(state, options.port ?? 0);
  const stop = (): void => {
    listener.stop(true);
    const problem = problemOf(state);
    if (problem !== undefined) failTest(problem);
  };
  return {
    url: `http://127.0.0.1:${listener.port}`,
    requests: state.modelRequests.all,
    otherRequests: state.otherRequests.all,
    script: (...replies) => state.queue.add(undefined, replies),
    scriptFor: (match, ...replies) => state.queue.add(match, replies),
    route: (pattern, answer, routeOptions = {}) => state.routes.add(pattern, answer, routeOptions),
    nthRequest: (number, signal) => state.modelRequests.nth(number, signal),
    assertDone() {
      const problem = problemOf(state);
      if (problem !== undefined) throw problem;
    },
    [Symbol.dispose]: stop,
    [Symbol.asyncDispose]: async () => stop(),
  };
}

function listen(state: ServerState, port: number) {
  return Bun.listen<ConnectionDriver>({
    hostname: "127.0.0.1",
    port,
    socket: {
      open(socket) {
        socket.setNoDelay(true);
        socket.data = driveConnection(socket);
        serveHttp(state, socket.data.connection);
      },
      data: (socket, bytes) => socket.data.data(bytes),
      drain: (socket) => socket.data.drain(),
      close: (socket) => socket.data.closed(),
    },
  });
}

function problemOf(state: ServerState): Error | undefined {
  const lines = [...state.complaints, ...state.queue.leftovers(), ...state.routes.leftovers()];
  if (lines.length === 0) return undefined;
  return new Error(`fake models: script and requests differ\n  ${lines.join("\n  ")}`);
}
