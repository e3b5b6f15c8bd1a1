// Reads a script file for the standalone server: JSON in, replies and routes out. What is wrong is said
// with its place in the file; nothing is ignored.
import { z } from "zod";
import type { JsonValue } from "./json.ts";
import {
  midStreamError,
  redactedThinking,
  reset,
  sendHeaders,
  stall,
  stop,
  text,
  thinking,
  toolCall,
  truncate,
  usage,
  type Part,
  type Position,
} from "./parts.ts";
import { httpError, raw, rawFile, reply, type Reply } from "./reply.ts";

/** A script as the server takes it. */
export interface ServeScript {
  readonly replies: readonly Reply[];
  readonly routes: readonly (readonly [pattern: string, answer: JsonValue])[];
}

const count = z.int().min(1);
const split = { deltas: count.optional(), repeat: count.optional() };
const jsonValue: z.ZodType<JsonValue> = z.json();
const headers = z.record(z.string(), z.string());
const position = z
  .union([
    z.strictObject({ afterBytes: z.int().min(0) }),
    z.strictObject({ afterEvents: z.int().min(0) }),
    z.literal(true),
  ])
  .transform((at): Position | undefined => (at === true ? undefined : at));

const delivery = {
  chunkBytes: z.union([count, z.array(count).min(1)]).optional(),
  gzip: z.boolean().optional(),
  status: z.int().min(100).max(599).optional(),
  contentType: z.string().optional(),
  headers: headers.optional(),
};

/** Parts by the field that names them. */
const partReaders = {
  text: z
    .strictObject({ text: z.string(), signature: z.string().optional(), ...split })
    .transform(({ text: content, repeat = 1, ...options }) =>
      text(content.repeat(repeat), defined(options)),
    ),
  thinking: z
    .strictObject({
      thinking: z.string(),
      signature: z.string().optional(),
      field: z.enum(["reasoning_content", "reasoning"]).optional(),
      ...split,
    })
    .transform(({ thinking: content, repeat = 1, ...options }) =>
      thinking(content.repeat(repeat), defined(options)),
    ),
  redactedThinking: z
    .strictObject({ redactedThinking: z.string() })
    .transform((it) => redactedThinking(it.redactedThinking)),
  toolCall: z
    .strictObject({
      toolCall: z.string(),
      args: z.union([z.string(), z.record(z.string(), jsonValue)]).optional(),
      id: z.string().optional(),
      splitArgs: count.optional(),
      signature: z.string().optional(),
    })
    .transform(({ toolCall: name, args = {}, ...options }) =>
      toolCall(name, args, defined(options)),
    ),
  usage: z
    .strictObject({
      usage: z.strictObject({
        input: z.int().min(0).optional(),
        output: z.int().min(0).optional(),
        cacheRead: z.int().min(0).optional(),
        cacheWrite: z.int().min(0).optional(),
        reasoning: z.int().min(0).optional(),
      }),
    })
    .transform((it) => usage(defined(it.usage))),
  stop: z
    .strictObject({
      stop: z.enum(["stop", "length", "toolUse", "refusal", "contentFilter"]),
      message: z.string().optional(),
    })
    .transform(({ stop: word, ...options }) => stop(word, defined(options))),
  midStreamError: z
    .strictObject({ midStreamError: z.string(), message: z.string().optional() })
    .transform((it) => midStreamError(it.midStreamError, it.message)),
  stall: z.strictObject({ stall: position }).transform((it) => stall(it.stall)),
  reset: z.strictObject({ reset: position }).transform((it) => reset(it.reset)),
  truncate: z
    .strictObject({ truncate: position, how: z.enum(["end", "close"]).optional() })
    .transform((it) => truncate(it.truncate, it.how)),
  sendHeaders: z.strictObject({ sendHeaders: z.literal(true) }).transform(() => sendHeaders()),
} satisfies Record<string, z.ZodType<Part>>;

/** Replies by the field that names them. */
const replyReaders = {
  parts: z
    .strictObject({ parts: z.array(z.unknown()), ...delivery })
    .transform(({ parts, ...options }) => ({ parts, options: defined(options) })),
  httpError: z
    .strictObject({
      httpError: z.int().min(400).max(599),
      body: jsonValue.optional(),
      type: z.string().optional(),
      message: z.string().optional(),
      ...delivery,
      status: z.undefined().optional(),
    })
    .transform(({ httpError: status, ...options }) => httpError(status, defined(options))),
  raw: z
    .strictObject({ raw: z.string(), ...delivery })
    .transform(({ raw: bytes, ...options }) => raw(bytes, defined(options))),
  rawFile: z
    .strictObject({ rawFile: z.string(), ...delivery })
    .transform(({ rawFile: path, ...options }) => rawFile(path, defined(options))),
};

const scriptFile = z.strictObject({
  replies: z.array(z.unknown()),
  routes: z.record(z.string(), jsonValue).optional(),
});

/** Reads the parsed JSON of a script: `{replies, routes}`, or the replies alone. */
export function readScript(value: unknown): ServeScript {
  const file = check(scriptFile, Array.isArray(value) ? { replies: value } : value, "script");
  return {
    replies: file.replies.map((it, i) => readReply(it, `replies[${i}]`)),
    routes: Object.entries(file.routes ?? {}),
  };
}

function readReply(value: unknown, place: string): Reply {
  if (typeof value === "string") return reply(text(value));
  if (Array.isArray(value)) return readParts(value, place, {});
  const kind = kindOf(
    value,
    replyReaders,
    place,
    "a reply is text, a list of parts, or an object with one of",
  );
  if (kind !== "parts") return check(replyReaders[kind], value, place);
  const { parts, options } = check(replyReaders.parts, value, place);
  return readParts(parts, `${place}.parts`, options);
}

function readParts(values: readonly unknown[], place: string, options: object): Reply {
  const parts = values.map((value, i): Part => {
    if (typeof value === "string") return text(value);
    const at = `${place}[${i}]`;
    return check(
      partReaders[kindOf(value, partReaders, at, "a part is text or an object with one of")],
      value,
      at,
    );
  });
  return reply(parts, options);
}

function kindOf<Kind extends string>(
  value: unknown,
  readers: Record<Kind, unknown>,
  place: string,
  rule: string,
): Kind {
  const kinds = Object.keys(readers) as Kind[];
  const found = kinds.filter(
    (kind) => typeof value === "object" && value !== null && kind in value,
  );
  const [kind] = found;
  if (kind !== undefined && found.length === 1) return kind;
  throw new Error(`${place}: ${rule} ${kinds.join(", ")}`);
}

function check<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const path = issue.path.map((key) =>
      typeof key === "number" ? `[${key}]` : `.${String(key)}`,
    );
    return `${place}${path.join("")}: ${issue.message}`;
  });
  throw new Error(lines.join("\n"));
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The object without fields that are undefined, which optional fields of a schema may be. */
function defined<T extends object>(value: T): Defined<T> {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
