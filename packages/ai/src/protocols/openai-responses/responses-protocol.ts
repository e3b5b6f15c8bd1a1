// The Responses format in all its deployments: they differ in address, headers and a few fields.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { Protocol } from "../../model/protocol.ts";
import { ToolSchemas } from "../../schema/tool-schemas.ts";
import { buildBody } from "./body.ts";
import type { ResponsesDialect } from "./dialect.ts";
import { nativeCompaction } from "./native-compaction.ts";
import { beginState, type ResponsesState } from "./state.ts";
import { step } from "./step.ts";
import { validateBody } from "./validate.ts";

export interface ResponsesProtocolOptions extends ResponsesDialect {
  readonly api: Protocol["api"];
  readonly path?: string;
  /** Models whose servers make a conversation shorter themselves; none when left out. */
  readonly compactsFor?: (model: Model) => boolean;
  readonly headers?: Protocol["headers"];
}

/** A protocol for one kind of deployment; what it works out about schemas it remembers. */
export function createResponsesProtocol(
  options: ResponsesProtocolOptions,
): Protocol<ResponsesState> {
  const schemas = new ToolSchemas(async () => ({
    ...(await import("../../schema/strict-enforce.ts")),
    ...(await import("../../schema/openai-responses.ts")),
  }));
  return {
    api: options.api,
    framing: "sse",
    path: () => options.path ?? "/responses",
    headers: options.headers ?? (() => ({})),
    prepare: schemas.prepare,
    body: (request) => buildBody(request, options, schemas),
    validate: validateBody,
    ...(options.compactsFor && { compaction: nativeCompaction(options) }),
    begin: beginState,
    step,
    // Only a closing event says that a response is whole.
    end: () => {},
  };
}
