// The parts of a status line: each says one fact, or nothing when there is nothing to say. Pure.
import type { UsageState } from "../../state/ui-state.ts";
import type { ThemeToken } from "../../theming/base-colors.ts";
import type { Symbols } from "../../theming/symbols.ts";
import { shortCount } from "../../short-count.ts";

/** What the status line may tell. */
export interface StatusFacts {
  readonly model: string;
  readonly thinkingLevel: string;
  /** Working directory, shortened by the home directory. */
  readonly path: string;
  readonly branch: string | undefined;
  readonly sessionName: string | undefined;
  readonly sessionId: string;
  readonly host: string;
  readonly contextTokens: number;
  readonly contextWindow: number;
  readonly usage: UsageFacts;
  readonly queuedCount: number;
  readonly startedAtMs: number;
  readonly nowMs: number;
  readonly isDemo: boolean;
  /** Options of single parts, by their name. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Sums over the session. */
type UsageFacts = Omit<UsageState, "contextTokens">;

/** A part that is shown. */
export interface Segment {
  readonly text: string;
  readonly token: ThemeToken;
}

type Teller = (facts: StatusFacts, symbols: Symbols) => Segment | undefined;

const part = (text: string, token: ThemeToken): Segment => ({ text, token });
const unless = (isEmpty: boolean, text: string, token: ThemeToken): Segment | undefined =>
  isEmpty ? undefined : part(text, token);

export const SEGMENTS = {
  pi: () => part("π", "accent"),
  model: ({ model, thinkingLevel, isDemo, options }, { model: sign, thinking }) => {
    const isHidden = options["model"]?.["showThinkingLevel"] === false || thinkingLevel === "off";
    const level = isHidden ? "" : ` ${thinking}${thinkingLevel}`;
    return part(`${sign} ${model}${isDemo ? " (demo)" : ""}${level}`, "statusLineModel");
  },
  mode: ({ isDemo }) => unless(!isDemo, "demo", "warning"),
  path: ({ path, options }, { folder }) =>
    part(`${folder} ${lastOf(path, options["path"]?.["maxLength"])}`, "statusLinePath"),
  git: ({ branch }, { branch: sign }) =>
    unless(branch === undefined, `${sign} ${branch}`, "statusLineGitClean"),
  queue: ({ queuedCount }) => unless(queuedCount === 0, `${queuedCount} queued`, "warning"),
  token_in: ({ usage }) =>
    unless(usage.input === 0, `↑${shortCount(usage.input)}`, "statusLineSpend"),
  token_out: ({ usage }) =>
    unless(usage.output === 0, `↓${shortCount(usage.output)}`, "statusLineOutput"),
  token_total: ({ usage }) => {
    const total = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
    return unless(total === 0, `${shortCount(total)} tokens`, "statusLineSpend");
  },
  token_rate: ({ usage }) =>
    unless(usage.rate === 0, `${Math.round(usage.rate)} tok/s`, "statusLineOutput"),
  cache_read: ({ usage }) =>
    unless(usage.cacheRead === 0, `R${shortCount(usage.cacheRead)}`, "statusLineSpend"),
  cache_write: ({ usage }) =>
    unless(usage.cacheWrite === 0, `W${shortCount(usage.cacheWrite)}`, "statusLineSpend"),
  cache_hit: ({ usage }) => {
    const asked = usage.input + usage.cacheRead + usage.cacheWrite;
    const share = Math.round((100 * usage.cacheRead) / Math.max(1, asked));
    return unless(usage.cacheRead === 0, `${share} % cached`, "statusLineSpend");
  },
  cost: ({ usage }, { cost }) =>
    unless(usage.cost === 0, `${cost}${usage.cost.toFixed(2)}`, "statusLineCost"),
  context_pct: ({ contextTokens, contextWindow }, { context }) => {
    const share = contextWindow === 0 ? 0 : Math.round((100 * contextTokens) / contextWindow);
    return unless(
      contextTokens === 0,
      `${context} ${share} % of ${shortCount(contextWindow)}`,
      contextToken(share),
    );
  },
  context_total: ({ contextWindow }) => part(shortCount(contextWindow), "statusLineContext"),
  time_spent: ({ startedAtMs, nowMs }, { time }) =>
    part(`${time} ${duration(nowMs - startedAtMs)}`, "muted"),
  time: ({ nowMs, options }) => part(clock(new Date(nowMs), options["time"]), "muted"),
  session: ({ sessionId }, { session }) => part(`${session} ${sessionId.slice(0, 8)}`, "muted"),
  session_name: ({ sessionName }) =>
    unless(sessionName === undefined, sessionName ?? "", "customMessageLabel"),
  hostname: ({ host }) => unless(host === "", host, "muted"),
  thinking: ({ thinkingLevel }, { thinking }) =>
    unless(thinkingLevel === "off", `${thinking} ${thinkingLevel}`, "statusLineModel"),
} as const satisfies Readonly<Record<string, Teller>>;

export type SegmentName = keyof typeof SEGMENTS;

/** True for the name of a part. */
export function isSegmentName(name: string): name is SegmentName {
  return Object.hasOwn(SEGMENTS, name);
}

/** The part of this name. */
export function tellSegment(
  name: SegmentName,
  facts: StatusFacts,
  symbols: Symbols,
): Segment | undefined {
  const tell: Teller = SEGMENTS[name];
  return tell(facts, symbols);
}

function contextToken(share: number): ThemeToken {
  if (share >= 90) return "error";
  return share >= 70 ? "warning" : "statusLineContext";
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))}s`;
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h${minutes % 60}m`;
}

/** The end of a path that fits; the whole one where no length is wanted. */
function lastOf(path: string, maxLength: unknown): string {
  if (typeof maxLength !== "number" || path.length <= maxLength) return path;
  return `…${path.slice(path.length - Math.max(1, maxLength - 1))}`;
}

function clock(now: Date, options: Readonly<Record<string, unknown>> = {}): string {
  return now.toLocaleTimeString(options["format"] === "12h" ? "en-US" : "en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    ...(options["showSeconds"] === true && { second: "2-digit" }),
  });
}
