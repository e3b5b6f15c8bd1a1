// Recognises routing headers of the Harmony protocol that leaked into a model's output. A control token is
// proof; the plain spelling `to=functions.x` needs a second sign, since people write about it too.
import { fencedSpans, inlineSpans, isInside, type Span } from "./code-spans.ts";

/**
 * H control token, M plain marker; signs beside a marker: C channel word, G glitch token, S foreign script,
 * B another marked body, R fake result, T after the end of the parsed arguments.
 */
export type SignalClass = "H" | "M" | "C" | "G" | "S" | "B" | "R" | "T";

export interface HarmonySignal {
  readonly classes: readonly SignalClass[];
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where a leak was found; `index` is the content block. */
export interface HarmonySurface {
  readonly kind: "assistant_text" | "assistant_thinking" | "tool_arg";
  readonly index: number;
}

export interface HarmonyDetection {
  readonly surface: HarmonySurface;
  readonly signals: readonly HarmonySignal[];
}

export interface DetectOptions {
  /** Where the arguments' own syntax was complete, if that is known. */
  readonly parsedEnd?: number;
}

const CONTROL_TOKEN = /<\|(?:start|end|message|channel|constrain|return|call)\|>/g;
const MARKER = /to=functions\.[A-Za-z_][\w.-]*/g;
const CHANNEL_WORD = /(?:analysis|commentary|final|assistant|user|system|developer|tool)\s*$/;
const GLITCH_TOKEN = /(?:changedFiles|RTLU|Jsii|Japgolly)\S{0,16}\s{0,2}$/;
const FOREIGN_RUN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+/u;
const FAKE_RESULT = /code_output\s*\n\s*Cell \d+:/;
const BACKTICK_FENCE = /^ {0,3}(`{3,})/;

const CASCADE_REACH = 200;
const RESULT_REACH = 80;
const SCRIPT_REACH = 24;
const CONTEXT_REACH = 200;
const MIN_ASCII_SHARE = 0.85;

/** Cheap test that text is worth a closer look. */
export const MAYBE_LEAK = /to=functions\.|<\|/;

/** The leak in one piece of output, or nothing. */
export function detectHarmonyLeak(
  text: string,
  surface: HarmonySurface,
  options: DetectOptions = {},
): HarmonyDetection | undefined {
  if (!MAYBE_LEAK.test(text)) return undefined;
  const quoted = quotedSpans(text, surface);
  const isLive = (match: RegExpExecArray): boolean => !isInside(quoted, match.index);
  const tokens = [...text.matchAll(CONTROL_TOKEN)].filter(isLive);
  const markers = [...text.matchAll(MARKER)].filter(isLive);
  const signals = [
    ...tokens.map((match) => toSignal(match, ["H"])),
    ...markers.flatMap((match, index): HarmonySignal[] => {
      const signs = signsBeside(text, match, markers[index + 1]?.index, options.parsedEnd);
      return signs.length === 0 ? [] : [toSignal(match, ["M", ...signs])];
    }),
  ].sort((a, b) => a.start - b.start);
  return signals.length === 0 ? undefined : { surface, signals };
}

/** Signal classes of a detection, as people read them: `M+C, H`. */
export function signalLabels(detection: HarmonyDetection): string {
  return [...new Set(detection.signals.map(({ classes }) => classes.join("+")))].join(", ");
}

function quotedSpans(text: string, surface: HarmonySurface): Span[] {
  // edit languages begin lines with tildes, so in arguments only backticks make a fence
  if (surface.kind === "tool_arg") return fencedSpans(text, BACKTICK_FENCE);
  return [...fencedSpans(text), ...inlineSpans(text)];
}

function signsBeside(
  text: string,
  match: RegExpExecArray,
  nextMarker: number | undefined,
  parsedEnd: number | undefined,
): SignalClass[] {
  const start = match.index;
  const end = start + match[0].length;
  const before = text.slice(Math.max(0, start - 40), start);
  const signs: SignalClass[] = [];
  if (CHANNEL_WORD.test(before)) signs.push("C");
  if (GLITCH_TOKEN.test(before)) signs.push("G");
  if (hasScriptMismatch(text, start, end)) signs.push("S");
  if (nextMarker !== undefined && nextMarker - end <= CASCADE_REACH) {
    if (/\bcode\b/.test(text.slice(end, nextMarker))) signs.push("B");
  }
  if (FAKE_RESULT.test(text.slice(end, end + RESULT_REACH))) signs.push("R");
  if (parsedEnd !== undefined && start >= parsedEnd) signs.push("T");
  return signs;
}

/** A run of foreign letters right beside the marker, in text that is otherwise plain ASCII. */
function hasScriptMismatch(text: string, start: number, end: number): boolean {
  const near =
    text.slice(Math.max(0, start - SCRIPT_REACH), start) + text.slice(end, end + SCRIPT_REACH);
  if (!FOREIGN_RUN.test(near)) return false;
  const context =
    text.slice(Math.max(0, start - CONTEXT_REACH), Math.max(0, start - SCRIPT_REACH)) +
    text.slice(start, end) +
    text.slice(end + SCRIPT_REACH, end + CONTEXT_REACH);
  return asciiShare(context) >= MIN_ASCII_SHARE;
}

function asciiShare(text: string): number {
  let ascii = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) < 128) ascii++;
  return ascii / text.length;
}

function toSignal(match: RegExpExecArray, classes: readonly SignalClass[]): HarmonySignal {
  const [text] = match;
  return { classes, start: match.index, end: match.index + text.length, text };
}
