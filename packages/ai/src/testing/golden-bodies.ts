// For tests only: what every wire format must show of its bodies. Golden files, the grammar over any history,
// schemas worked out once.
import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import type fastCheck from "fast-check";
import type { AssistantMessage, Message } from "../model/message.ts";
import type { Protocol } from "../model/protocol.ts";
import type { ChatRequest, JsonObject, RequestOptions } from "../model/request.ts";
import {
  aRequest,
  assistant,
  call,
  golden,
  image,
  result,
  text,
  thought,
  user,
} from "./requests.ts";

export type BodyCase = readonly [protocol: Protocol, request: ChatRequest];

/** All cases of one protocol. */
export function casesOf(
  protocol: Protocol,
  requests: Readonly<Record<string, ChatRequest>>,
): Record<string, BodyCase> {
  return Object.fromEntries(
    Object.entries(requests).map(([name, request]) => [name, [protocol, request] as const]),
  );
}

/** What a golden file may hold beside the body. */
type Shown = (protocol: Protocol, request: ChatRequest, body: JsonObject) => JsonObject;

/** Compares each body, byte for byte, with `fixtures/<name>.json` in the folder, and checks its grammar. */
export function testGoldenBodies(
  folder: string,
  cases: Readonly<Record<string, BodyCase>>,
  shown: Shown = (_protocol, _request, body) => body,
): void {
  describe("golden bodies", () => {
    test.each(Object.entries(cases))("%s", async (name, [protocol, request]) => {
      await protocol.prepare?.();
      const body = protocol.body(request);
      const actual = shown(protocol, request, body);
      const path = resolve(folder, "fixtures", `${name}.json`);
      expect(JSON.stringify(actual)).toBe(JSON.stringify(golden(path, actual)));
      expect(protocol.validate(body)).toEqual([]);
    });
  });
}

export interface GrammarTest {
  readonly protocol: Protocol;
  readonly models: readonly ChatRequest["model"][];
  /** Blocks that mean something in this format, beside those that occur everywhere. */
  readonly blocks?: AssistantMessage["content"];
  /** Ids of calls that such blocks may have. */
  readonly ids?: readonly string[];
  readonly options?: readonly RequestOptions[];
}

/** Whatever the history, however broken, what is sent passes the grammar. */
export function testGrammar(fc: typeof fastCheck, tested: GrammarTest): void {
  const { protocol, models, blocks = [], options = [{}, { effort: "high" }] } = tested;
  const ids = ["a", "b", "x|y", ...(tested.ids ?? [])];
  const block = fc.oneof(
    fc.constantFrom(text("t "), text(" "), thought("h", "s"), thought("h"), thought(""), ...blocks),
    fc.constantFrom(...ids).map((id) => call(id, "read", {})),
  );
  const anyMessage: fastCheck.Arbitrary<Message> = fc.oneof(
    fc.constantFrom(user(""), user("hi"), user([image()]), user([])),
    fc
      .tuple(
        fc.array(block, { maxLength: 4 }),
        fc.constantFrom("stop" as const, "aborted" as const, "error" as const),
        fc.constantFrom(...models),
      )
      .map(([content, stopReason, model]) => assistant(model, content, { stopReason })),
    fc
      .tuple(fc.constantFrom(...ids, "zz"), fc.boolean())
      .map(([id, hasImage]) => result(id, "read", hasImage ? [image()] : [])),
  );
  test(`whatever the history, what is sent passes the grammar of ${protocol.api}`, () => {
    fc.assert(
      fc.property(
        fc.array(anyMessage, { maxLength: 10 }),
        fc.constantFrom(...options),
        fc.constantFrom(...models),
        (history, chosen, model) => {
          const request = aRequest(model, [user("start"), ...history], chosen);
          expect(protocol.validate(protocol.body(request))).toEqual([]);
        },
      ),
      { numRuns: 1000 },
    );
  });
}

/** Two requests share the schemas that were worked out for their tools, object for object. */
export function testSchemasOnce(
  request: ChatRequest,
  schemasOf: (request: ChatRequest) => unknown[],
): void {
  test("schemas are worked out once for each tool", () => {
    const [first, second] = [
      schemasOf(request),
      schemasOf({ ...request, tools: [...request.tools] }),
    ];
    expect(first).toHaveLength(request.tools.length);
    for (const [index, schema] of first.entries()) {
      expect(schema).not.toBe(request.tools[index]?.parameters);
      expect(second[index]).toBe(schema);
    }
  });
}
