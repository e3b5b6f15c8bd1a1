// The Responses format, as OpenAI and those who imitate it serve it.
import type { Protocol } from "../../model/protocol.ts";
import { buildBody } from "./body.ts";
import { beginState, type ResponsesState } from "./state.ts";
import { step } from "./step.ts";
import { validateBody } from "./validate.ts";

const openaiResponses: Protocol<ResponsesState> = {
  api: "openai-responses",
  framing: "sse",
  path: () => "/responses",
  headers: () => ({}),
  body: (request) => buildBody(request, {}),
  validate: validateBody,
  begin: beginState,
  step,
  // Only a closing event says that a response is whole.
  end: () => {},
};

export default openaiResponses;
