// The format in all its deployments: they differ in where it is sent to and in a few fields.
import type { Protocol } from "../../model/protocol.ts";
import type { ChatRequest } from "../../model/request.ts";
import { SchemaMemo } from "../../schema/memo.ts";
import { buildBody, type GoogleDeployment } from "./body.ts";
import { beginState, finish, type GoogleState, step } from "./step.ts";
import { validateBody } from "./validate.ts";

export interface GoogleProtocolOptions extends GoogleDeployment {
  readonly api: Protocol["api"];
  readonly path: (request: ChatRequest) => string;
}

/** A protocol for one deployment; what it works out about schemas it remembers. */
export function createGoogleProtocol(options: GoogleProtocolOptions): Protocol<GoogleState> {
  const memo = new SchemaMemo();
  return {
    api: options.api,
    framing: "sse",
    path: options.path,
    headers: () => ({}),
    body: (request) => buildBody(request, options, memo),
    validate: (body) => validateBody(body),
    begin: beginState,
    step,
    end: finish,
  };
}

/** A model's name as a step of a path, which may itself name a collection (`tunedModels/x`). */
export function encodeModel(id: string): string {
  return id.split("/").map(encodeURIComponent).join("/");
}
