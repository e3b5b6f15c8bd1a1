// The Responses format, as OpenAI and those who imitate it serve it.
import { createResponsesProtocol } from "./responses-protocol.ts";

export default createResponsesProtocol({ api: "openai-responses" });
