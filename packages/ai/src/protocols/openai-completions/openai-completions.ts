// The Chat Completions format, as OpenAI and most others serve it.
import type { Protocol } from "../../model/protocol.ts";
import { buildBody } from "./body.ts";
import { finishMessage } from "./finish.ts";
import { beginState, type CompletionsState } from "./state.ts";
import { step } from "./step.ts";
import { validateBody } from "./validate.ts";

const openaiCompletions: Protocol<CompletionsState> = {
  api: "openai-completions",
  framing: "sse",
  path: () => "/chat/completions",
  headers: () => ({}),
  body: buildBody,
  validate: validateBody,
  begin: beginState,
  step,
  end: (state, out) => finishMessage(state, out),
};

export default openaiCompletions;
