// The Anthropic Messages format, as Anthropic and many others serve it.
import type { Protocol } from "../../model/protocol.ts";
import { ToolSchemas } from "../../schema/tool-schemas.ts";
import { buildBody } from "./body.ts";
import { buildHeaders } from "./headers.ts";
import { type AnthropicState, beginState, finish, step } from "./step.ts";
import { validateBody } from "./validate.ts";

/** The protocol; what it works out about schemas it remembers. */
function createAnthropicProtocol(): Protocol<AnthropicState> {
  const schemas = new ToolSchemas(() => import("../../schema/anthropic-strict.ts"));
  return {
    api: "anthropic-messages",
    framing: "sse",
    path: () => "/v1/messages",
    headers: buildHeaders,
    prepare: schemas.prepare,
    body: (request) => buildBody(request, schemas),
    validate: validateBody,
    begin: beginState,
    step,
    end: finish,
  };
}

export default createAnthropicProtocol();
