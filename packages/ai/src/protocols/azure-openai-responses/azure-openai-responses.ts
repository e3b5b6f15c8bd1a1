// The Responses format on Azure: the same bodies, with a deployment's name for the model's where they
// differ. Addresses and keys are the deployment's business.
import type { Protocol } from "../../model/protocol.ts";
import { buildBody } from "../openai-responses/body.ts";
import openaiResponses from "../openai-responses/openai-responses.ts";
import type { ResponsesState } from "../openai-responses/state.ts";

const azureOpenaiResponses: Protocol<ResponsesState> = {
  ...openaiResponses,
  api: "azure-openai-responses",
  body: (request) => buildBody(request, { isOpenAI: true }),
};

export default azureOpenaiResponses;
