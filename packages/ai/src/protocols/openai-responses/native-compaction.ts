// How OpenAI's own servers make a conversation shorter: the same items go in, fewer come back, one of them
// opaque. Pure.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { CompactedHistory, NativeCompaction } from "../../model/protocol.ts";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { GrammarReport } from "../../wire/grammar-report.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../../wire/json-access.ts";
import { validateInput } from "./validate-input.ts";
import { wireInput } from "./wire-input.ts";

/** The parts of a deployment that matter here. */
export interface CompactingDeployment {
  readonly path?: string;
  readonly compactsFor?: (model: Model) => boolean;
}

/** The `/compact` beside the address of ordinary requests. */
export function nativeCompaction(deployment: CompactingDeployment): NativeCompaction {
  const { path = "/responses", compactsFor = () => false } = deployment;
  return {
    canServe: ({ model }) => compactsFor(model),
    path: () => `${path}/compact`,
    body: buildCompactBody,
    read: readCompacted,
  };
}

function buildCompactBody(request: ChatRequest): JsonObject {
  const { model, system } = request;
  const instructions = system.filter((segment) => /\S/.test(segment)).join("\n\n");
  return {
    model: model.id,
    ...(instructions !== "" && { instructions }),
    input: wireInput(request),
  };
}

/** Everything in the answer must be something that a later request may carry. */
function readCompacted(answer: unknown): CompactedHistory | undefined {
  const items = listOf(fieldsOf(answer)["output"]).map(fieldsOf);
  if (!items.some(isCompaction)) return undefined;
  const report = new GrammarReport();
  // A request never ends with these items: the user's message comes after them.
  validateInput(report, [...items, { role: "user", content: "." }]);
  if (report.violations.length > 0) return undefined;
  return { items: items as readonly JsonObject[] };
}

function isCompaction({ type }: Fields): boolean {
  return /^compaction(?:_summary)?$/.test(textOf(type) ?? "");
}
