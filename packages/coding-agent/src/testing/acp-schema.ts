// Checks frames of the Agent Client Protocol against the protocol's own JSON schema. Tests only.
import { type Schema, Validator } from "@cfworker/json-schema";
import { corpus } from "@oh-my-pi/pi-testkit/require";

/** A frame, and which side it came from. */
export interface AcpFrame {
  readonly from: "editor" | "omp";
  readonly message: {
    readonly jsonrpc?: unknown;
    readonly id?: string | number | null;
    readonly method?: string;
    readonly params?: unknown;
    readonly result?: unknown;
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

type Validators = Map<Schema, Validator>;

interface ProtocolSchema {
  readonly anyOf: readonly Schema[];
  readonly $defs: Readonly<Record<string, Schema & { "x-method"?: string }>>;
}

/** Methods that the stable schema does not know, with the one whose shapes they share. */
const ALIKE: Readonly<Record<string, string>> = { "session/fork": "session/new" };
const SHAPED_BY: Readonly<Record<string, string>> = { "session/fork": "session/resume" };

/** What is wrong with the frames; empty when all fit. Without the corpus nothing is checked, which CI forbids. */
export function schemaProblems(frames: readonly AcpFrame[]): string[] {
  const file = corpus("acp/v1.schema.json");
  if (file.missing !== undefined) {
    if (process.env.CI === "true") throw new Error(`CI must check the frames: ${file.missing}`);
    process.stderr.write(`frames are not checked against the protocol: ${file.missing}\n`);
    return [];
  }
  const schema = file.load() as ProtocolSchema;
  const validators: Validators = new Map();
  const asked = new Map<string, string>();
  // What an editor gets wrong on purpose is refused, not checked.
  const refused = new Set(
    frames.flatMap(({ from, message: { id, error } }) =>
      from === "omp" && error?.code === INVALID_PARAMS ? [id] : [],
    ),
  );
  return frames.flatMap((frame) => {
    const { from, message } = frame;
    if (from === "editor" && message.method !== undefined && refused.has(message.id)) return [];
    if (message.method !== undefined && message.id !== undefined)
      asked.set(`${from} ${JSON.stringify(message.id)}`, message.method);
    const other = from === "editor" ? "omp" : "editor";
    const answered = asked.get(`${other} ${JSON.stringify(message.id)}`);
    return problemsOf({ ...schema, validators }, frame, answered).map(
      (problem) => `${from}: ${problem}\n  in ${JSON.stringify(message)}`,
    );
  });
}

function problemsOf(
  schema: Checking,
  { from, message }: AcpFrame,
  answered: string | undefined,
): string[] {
  const side = schema.anyOf.find(
    (each) => (each as { title?: string }).title === (from === "omp" ? "Agent" : "Client"),
  );
  const envelope = check(schema, side ?? false, message);
  if (message.method !== undefined) {
    const definition = find(schema, SHAPED_BY[message.method] ?? message.method, REQUESTS);
    return [...envelope, ...check(schema, definition ?? true, message.params)];
  }
  if (message.error !== undefined)
    return [...envelope, ...check(schema, schema.$defs["Error"] ?? false, message.error)];
  const definition =
    answered === undefined ? false : find(schema, ALIKE[answered] ?? answered, ["Response"]);
  return [...envelope, ...check(schema, definition ?? true, message.result)];
}

const INVALID_PARAMS = -32602;
const REQUESTS = ["Request", "Notification"];

function find(
  { $defs }: ProtocolSchema,
  method: string,
  endings: readonly string[],
): Schema | undefined {
  const found = Object.entries($defs).find(
    ([name, each]) =>
      each["x-method"] === method && endings.some((ending) => name.endsWith(ending)),
  );
  return found?.[1];
}

/** The schema, with what was made of its parts so far. */
type Checking = ProtocolSchema & { readonly validators: Validators };

function check(
  { $defs, validators }: Checking,
  schema: Schema | boolean,
  value: unknown,
): string[] {
  if (typeof schema === "boolean") return schema ? [] : ["nobody asked for this answer"];
  const known = validators.get(schema) ?? new Validator({ ...schema, $defs }, "2020-12", false);
  validators.set(schema, known);
  const { valid, errors } = known.validate(value);
  return valid
    ? []
    : errors.slice(-3).map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}
