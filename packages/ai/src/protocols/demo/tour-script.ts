// What the demo model says and does next, as a pure function of the conversation. It plays a real run:
// each step looks at what the tools answered before.
import type { Message, ToolResultMessage } from "../../model/message.ts";
import type { ChatRequest } from "../../model/request.ts";
import about from "./text/about.md" with { type: "text" };
import opening from "./text/opening.md" with { type: "text" };
import { TOUR_FIX } from "./tour-files.ts";

/** One response of the demo model. */
export interface DemoReply {
  readonly thinking?: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
}

/** Marks a conversation that takes place in the scratch project. */
export const TOUR_METADATA = { demo: "tour" } as const;

/** The reply to a conversation. */
export function nextReply(request: ChatRequest): DemoReply {
  const isTour = request.options.metadata?.["demo"] === TOUR_METADATA.demo;
  const sinceUser = afterLastUserMessage(request.messages);
  const isFirstPrompt = request.messages.filter((message) => message.role === "user").length === 1;
  if (!isTour || !isFirstPrompt || !hasTools(request, ["read", "bash"])) return say(about.trim());
  const results = sinceUser.filter((message) => message.role === "toolResult");
  const lastError = results.findLast((result) => result.isError);
  const step = sinceUser.filter((message) => message.role === "assistant").length;
  return STEPS[step]?.(request, results) ?? say(closing(results.at(-1), lastError));
}

type Step = (request: ChatRequest, results: readonly ToolResultMessage[]) => DemoReply;

const STEPS: readonly Step[] = [
  () => ({
    text: opening.trim(),
    calls: [
      { name: "read", arguments: intent("reading the test", { path: "test.sh" }) },
      { name: "bash", arguments: intent("running it", { command: "sh test.sh" }) },
    ],
  }),
  () => ({
    thinking:
      "Punctuation and blanks each become a dash of their own. The pattern must take a whole run of them.",
    text: "The test fails for titles with punctuation or several blanks. Now the script itself:",
    calls: [{ name: "read", arguments: intent("reading the script", { path: TOUR_FIX.file }) }],
  }),
  (request, results) => ({
    text: "Each character that is no letter or digit becomes a dash; a run of them should become one, and none at the ends.",
    calls: [fixCall(request, results.at(-1))],
  }),
  () => ({
    text: "And the test again:",
    calls: [{ name: "bash", arguments: intent("running the test", { command: "sh test.sh" }) }],
  }),
];

/** Edits through the edit tool where there is one, by the anchors that `read` has just shown. */
function fixCall(
  request: ChatRequest,
  read: ToolResultMessage | undefined,
): DemoReply["calls"][number] {
  const shown = textOf(read);
  const header = /^¶\S+#[0-9a-f]{4}/m.exec(shown)?.[0];
  const line = shown
    .split("\n")
    .find((text) => /^\d+:/.test(text) && text.includes(TOUR_FIX.wrong));
  if (header !== undefined && line !== undefined && hasTools(request, ["edit"])) {
    const input = `${header}\n${line.replace(TOUR_FIX.wrong, () => TOUR_FIX.right)}\n`;
    return { name: "edit", arguments: intent("fixing the pattern", { input }) };
  }
  const script = `s|${escapeForSed(TOUR_FIX.wrong)}|${TOUR_FIX.right.replace(/[\\&|]/g, "\\$&")}|`;
  const command = `sed "${script.replace(/["$`\\]/g, "\\$&")}" ${TOUR_FIX.file} > fixed.sh && mv fixed.sh ${TOUR_FIX.file}`;
  return { name: "bash", arguments: intent("fixing the pattern", { command }) };
}

function closing(
  last: ToolResultMessage | undefined,
  error: ToolResultMessage | undefined,
): string {
  const passed = last !== undefined && !last.isError && !textOf(last).includes("FAIL");
  const outcome = passed
    ? `**Fixed.** \`${TOUR_FIX.file}\` now turns every run of other characters into one dash and trims the ends; all checks of \`test.sh\` pass.`
    : `I could not finish the fix here: ${firstLine(textOf(error ?? last)) || "a tool gave no answer"}.`;
  return `${outcome}\n\nThat was the whole loop: read, run, edit, run, report.\n\n${about.trim()}`;
}

function say(text: string): DemoReply {
  return { text, calls: [] };
}

function afterLastUserMessage(messages: readonly Message[]): readonly Message[] {
  return messages.slice(messages.findLastIndex((message) => message.role === "user") + 1);
}

function hasTools({ tools }: ChatRequest, names: readonly string[]): boolean {
  return names.every((name) => tools.some((tool) => tool.name === name));
}

function intent(why: string, args: Record<string, unknown>): Record<string, unknown> {
  return { _i: why, ...args };
}

function textOf(result: ToolResultMessage | undefined): string {
  return (result?.content ?? [])
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("\n");
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? "";
}

function escapeForSed(text: string): string {
  return text.replace(/[\\.*[\]^$|/]/g, "\\$&");
}
