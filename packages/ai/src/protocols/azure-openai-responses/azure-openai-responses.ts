// The Responses format on Azure: the same bodies, with a deployment's name for the model's where they
// differ. Addresses and keys are the deployment's business.
import { createResponsesProtocol } from "../openai-responses/responses-protocol.ts";

export default createResponsesProtocol({ api: "azure-openai-responses", isOpenAI: true });
