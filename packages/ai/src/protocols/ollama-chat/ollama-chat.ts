// Ollama's own chat format: newline-delimited JSON over /api/chat.
import type { Protocol } from "../../model/protocol.ts";
import { buildBody } from "./body.ts";
import { beginState, type OllamaState, step } from "./step.ts";
import { validateBody } from "./validate.ts";

const ollamaChat: Protocol<OllamaState> = {
  api: "ollama-chat",
  framing: "ndjson",
  path: () => "/api/chat",
  headers: () => ({}),
  body: buildBody,
  validate: validateBody,
  begin: beginState,
  step,
  // Only the line that says so ends a response: without it the stream was cut.
  end: () => {},
};

export default ollamaChat;
