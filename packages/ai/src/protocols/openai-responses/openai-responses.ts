// The Responses format, as OpenAI and those who imitate it serve it.
import { resolveCompat } from "../openai-completions/detect-compat.ts";
import { createResponsesProtocol } from "./responses-protocol.ts";

export default createResponsesProtocol({
  api: "openai-responses",
  compactsFor: (model) => resolveCompat(model).isOpenAI,
});
