// Amazon Bedrock's ConverseStream: one format for the models of many vendors, in binary event messages.
import type { Protocol } from "../../model/protocol.ts";
import { buildBody } from "./body.ts";
import { beginState, type ConverseState, finish, step } from "./step.ts";
import { validateBody } from "./validate.ts";

const bedrockConverseStream: Protocol<ConverseState> = {
  api: "bedrock-converse-stream",
  framing: "aws-event-stream",
  // Ids hold colons, those of inference profiles slashes too.
  path: ({ model }) => `/model/${encodeURIComponent(model.id)}/converse-stream`,
  headers: () => ({}),
  body: buildBody,
  validate: validateBody,
  begin: beginState,
  step,
  end: finish,
};

export default bedrockConverseStream;
