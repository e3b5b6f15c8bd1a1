// Scripted endpoints other than chat: model lists, token exchange and the like.
import type { JsonValue } from "./json.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { isReplyValue, json, type Reply } from "./reply.ts";

/** What a route answers: a reply, a JSON document, or a function of the request. */
export type RouteAnswer =
  | Reply
  | JsonValue
  | ((request: RecordedRequest) => Reply | JsonValue | Promise<Reply | JsonValue>);

/** A route may be left unused when it is optional. */
export interface RouteOptions {
  readonly isOptional?: boolean;
}

interface Route {
  readonly pattern: string;
  readonly test: RegExp;
  readonly answer: RouteAnswer;
  readonly isOptional: boolean;
  uses: number;
}

/** The routes of one server. */
export interface Routes {
  add(pattern: string, answer: RouteAnswer, options: RouteOptions): void;
  /** True when a route answers this request. */
  has(method: string, path: string): boolean;
  /** The answer to this request; the route added last wins. */
  find(method: string, path: string): ((request: RecordedRequest) => Promise<Reply>) | undefined;
  /** One line for each route that had to be used and was not. */
  leftovers(): string[];
}

/** No routes yet. */
export function createRoutes(): Routes {
  const routes: Route[] = [];
  const lookUp = (method: string, path: string): Route | undefined =>
    routes.find(({ test }) => test.test(`${method} ${path}`));
  return {
    add(pattern, answer, { isOptional = false }) {
      routes.unshift({ pattern, test: compile(pattern), answer, isOptional, uses: 0 });
    },
    has: (method, path) => lookUp(method, path) !== undefined,
    find(method, path) {
      const route = lookUp(method, path);
      if (route === undefined) return undefined;
      route.uses += 1;
      return async (request) => {
        const { answer } = route;
        const value = typeof answer === "function" ? await answer(request) : answer;
        return isReplyValue(value) ? value : json(value);
      };
    },
    leftovers: () =>
      routes
        .filter((route) => !route.isOptional && route.uses === 0)
        .map((route) => `route "${route.pattern}" unused`),
  };
}

function compile(pattern: string): RegExp {
  if (!/^[A-Z]+ \//.test(pattern)) {
    throw new Error(`route "${pattern}" is not of the form "GET /path" ("*" stands for anything)`);
  }
  const literal = pattern.split("*").map((piece) => RegExp.escape(piece));
  return new RegExp(`^${literal.join(".*")}$`);
}
