// The frames of the described system, replayed against the shipped binary: the same commands in the same order get
// frames of the same kinds with the same fields. Where we differ on purpose, the table says why.
import { expect, test } from "bun:test";
import { reply, stall, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp } from "../../testing/omp-process.ts";
import { type RpcFrame, startRpcHost } from "../../testing/rpc-host.ts";

const recorded = readFileSync(join(import.meta.dir, "fixtures/rpc_transcript.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as RpcFrame);

/** Fields that only one side has, and why. */
const FIELDS_APART: Readonly<Record<string, string>> = {
  telemetry: "what the run cost; theirs has none",
  premiumRequests: "counts requests of one subscription; no provider of ours tells it",
  duration: "ours is in the log of the run, not in the message",
  ttft: "as duration",
  responseId: "given where the provider gives one",
  thinkingLevel: "theirs is left out for a model that does not think; ours says off",
  sessionName:
    "theirs is left out where there is none; so is ours, but a name of the user comes later",
  text: "an answer without text says so by null, as documented",
  intent: "kept with the call in both, but theirs writes it into the message too",
};

const COMMANDS: readonly (readonly [id: string | undefined, type: string, fields?: object])[] = [
  ["1", "get_state"],
  [undefined, "nope"],
  ["3", "set_thinking_level", { level: "off" }],
  ["4", "cycle_thinking_level"],
  ["5", "set_session_name", { name: "" }],
  ["6", "set_session_name", { name: "n" }],
  ["7", "bash", { command: "echo hi; exit 2" }],
  ["8", "get_session_stats"],
  ["9", "set_todos", { phases: [{ name: "P", tasks: [{ content: "a", status: "pending" }] }] }],
  [
    "10",
    "set_host_tools",
    {
      tools: [
        {
          name: "host_add",
          description: "Adds.",
          parameters: { type: "object", properties: { a: { type: "number" } } },
        },
      ],
    },
  ],
  ["11", "set_host_uri_schemes", { schemes: [{ scheme: "DB" }] }],
  ["12", "get_branch_messages"],
  ["13", "get_last_assistant_text"],
  ["14", "set_model", { provider: "zz", modelId: "q" }],
  ["15", "cycle_model"],
  ["16", "compact"],
  ["17", "abort"],
  ["18", "get_login_providers"],
  ["19", "steer", { message: "s" }],
];

async function replay(): Promise<RpcFrame[]> {
  const omp = createOmp("openai-completions");
  await using host = await startRpcHost(["--mode", "rpc", "--event-detail", "full"], omp);
  const questions = [{ id: "q", question: "?", options: [{ label: "A" }] }];
  omp.models.script(
    reply([
      toolCall("host_add", { a: 1 }),
      toolCall("read", { _i: "r", path: "db://t/1" }),
      toolCall("ask", { questions }),
    ]),
    reply(text("done")),
    // The reminder of the open task; a new session overtakes its answer.
    reply([stall()]),
  );
  for (const [id, type, fields] of COMMANDS) {
    const from = host.frames().length;
    host.send({ ...(id !== undefined && { id }), type, ...fields });
    await host.next((frame) => frame.type === "response" && frame.command === type, from);
  }
  host.send({ id: "20", type: "prompt", message: "go" });
  const call = await host.next(({ type }) => type === "host_tool_call");
  host.send({ type: "host_tool_result", id: call.id, result: { content: "42" } });
  const uri = await host.next(({ type }) => type === "host_uri_request");
  host.send({ type: "host_uri_result", id: uri.id, content: "row", contentType: "text/plain" });
  await host.next(({ type }) => type === "agent_end");
  host.send({ id: "30", type: "get_messages" });
  await host.next(({ id }) => id === "30");
  await omp.models.nthRequest(3);
  host.send({ id: "31", type: "new_session" });
  await host.next(({ id }) => id === "31");
  return host.frames();
}

/** What a frame is, without what it says: enough to tell whether a host would understand it. */
function kindOf(frame: RpcFrame): string {
  const message = frame["message"] as { role?: string } | undefined;
  const delta = frame["assistantMessageEvent"] as { type?: string } | undefined;
  const toolName = frame["toolName"] as string | undefined;
  return [frame.type, frame.command, frame.success, message?.role, delta?.type, toolName]
    .filter((part) => part !== undefined)
    .join(" ");
}

/** Names of fields, two levels deep, in a fixed order. */
function fieldsOf(frame: RpcFrame): string[] {
  const names = (value: unknown): string[] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.keys(value).filter((name) => !(name in FIELDS_APART))
      : [];
  return names(frame)
    .flatMap((name) => [
      name,
      ...(name === "args" || name === "arguments" || name === "details"
        ? []
        : names(frame[name]).map((inner) => `${name}.${inner}`)),
    ])
    .sort();
}

/** Of each kind the first frame: kinds come in the same order, however many of them there are. */
function kinds(frames: readonly RpcFrame[]): Map<string, RpcFrame> {
  const found = new Map<string, RpcFrame>();
  for (const frame of frames) if (!found.has(kindOf(frame))) found.set(kindOf(frame), frame);
  return found;
}

/** Frames that only their side has, or names otherwise, and why. */
const THEIRS_ONLY: readonly (readonly [kind: string, why: string])[] = [
  ["extension_ui_request", "the widget of an extension that is bundled there"],
  ["response parse false", "a failure of ours carries its command and id: response compact false"],
];

test("every frame of the transcript has its like, with the same fields", async () => {
  const ours = kinds(await replay());
  const theirs = kinds(recorded);
  const skipped = THEIRS_ONLY.map(([kind]) => kind);
  for (const [kind, frame] of theirs) {
    if (skipped.includes(kind)) continue;
    const like = ours.get(kind);
    expect(like === undefined ? `no frame like: ${kind}` : kind).toBe(kind);
    if (like !== undefined) expect([kind, ...fieldsOf(like)]).toEqual([kind, ...fieldsOf(frame)]);
  }
});

/** Kinds that a host may see earlier or later: when a call runs and when it is told are two things. */
const ANY_TIME = /^(host_|extension_ui_request|tool_execution_start)/;

test("from a prompt to the end of its run, kinds come in the same order", async () => {
  const order = (frames: readonly RpcFrame[]): string[] => {
    const from = frames.findIndex(({ type, id }) => type === "response" && id === "20");
    const to = frames.findIndex(({ type }) => type === "agent_end");
    return [...kinds(frames.slice(from, to + 1)).keys()].filter((kind) => !ANY_TIME.test(kind));
  };
  const ours = await replay();
  expect(ours.findIndex(({ type }) => type === "agent_start")).toBeGreaterThan(
    ours.findIndex(({ id }) => id === "20"),
  );
  expect(order(ours)).toEqual(order(recorded));
});

test("the answers say the same", async () => {
  const frames = await replay();
  const answer = (id: string, from: readonly RpcFrame[]) =>
    from.find((frame) => frame.type === "response" && frame.id === id);
  for (const id of [
    "3",
    "4",
    "5",
    "6",
    "7",
    "9",
    "10",
    "11",
    "12",
    "14",
    "15",
    "17",
    "19",
    "20",
    "31",
  ])
    expect(answer(id, frames)).toEqual(answer(id, recorded) as RpcFrame);
  expect(answer("16", frames)).toMatchObject({
    command: "compact",
    error: "Nothing to compact (session too small)",
  });
});
