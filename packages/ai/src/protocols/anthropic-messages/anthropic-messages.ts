// The Anthropic Messages format, as Anthropic and many others serve it.
import type { Protocol } from "../../model/protocol.ts";
import { buildBody } from "./body.ts";
import { buildHeaders } from "./headers.ts";
import { type AnthropicState, beginState, finish, step } from "./step.ts";
import { validateBody } from "./validate.ts";

const anthropicMessages: Protocol<AnthropicState> = {
  api: "anthropic-messages",
  framing: "sse",
  path: () => "/v1/messages",
  headers: buildHeaders,
  body: buildBody,
  validate: validateBody,
  begin: beginState,
  step,
  end: finish,
};

export default anthropicMessages;
