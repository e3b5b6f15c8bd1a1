// The parts of a status line: each says one fact, or nothing when there is nothing to say. Pure.
import type { ThemeToken } from "../../theming/base-colors.ts";
import type { Symbols } from "../../theming/symbols.ts";

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
}

/** Sums over the session. */
export interface UsageFacts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cost: number;
  /** Tokens a second of the last answer. */
  readonly rate: number;
}

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
  model: ({ model, thinkingLevel, isDemo }, { model: sign, thinking }) => {
    const level = thinkingLevel === "off" ? "" : ` ${thinking}${thinkingLevel}`;
    return part(`${sign} ${model}${isDemo ? " (demo)" : ""}${level}`, "statusLineModel");
  },
  mode: ({ isDemo }) => unless(!isDemo, "demo", "warning"),
  path: ({ path }, { folder }) => part(`${folder} ${path}`, "statusLinePath"),
  git: ({ branch }, { branch: sign }) =>
    unless(branch === undefined, `${sign} ${branch}`, "statusLineGitClean"),
  queue: ({ queuedCount }) => unless(queuedCount === 0, `${queuedCount} queued`, "warning"),
  token_in: ({ usage }) => unless(usage.input === 0, `↑${count(usage.input)}`, "statusLineSpend"),
  token_out: ({ usage }) =>
    unless(usage.output === 0, `↓${count(usage.output)}`, "statusLineOutput"),
  token_total: ({ usage }) => {
    const total = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
    return unless(total === 0, `${count(total)} tokens`, "statusLineSpend");
  },
  token_rate: ({ usage }) =>
    unless(usage.rate === 0, `${Math.round(usage.rate)} tok/s`, "statusLineOutput"),
  cache_read: ({ usage }) =>
    unless(usage.cacheRead === 0, `R${count(usage.cacheRead)}`, "statusLineSpend"),
  cache_write: ({ usage }) =>
    unless(usage.cacheWrite === 0, `W${count(usage.cacheWrite)}`, "statusLineSpend"),
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
      `${context} ${share} % of ${count(contextWindow)}`,
      contextToken(share),
    );
  },
  context_total: ({ contextWindow }) => part(count(contextWindow), "statusLineContext"),
  time_spent: ({ startedAtMs, nowMs }, { time }) =>
    part(`${time} ${duration(nowMs - startedAtMs)}`, "muted"),
  time: ({ nowMs }) => part(new Date(nowMs).toTimeString().slice(0, 5), "muted"),
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

function count(value: number): string {
  if (value < 1000) return String(value);
  return value < 1_000_000 ? `${trim(value / 1000)}k` : `${trim(value / 1_000_000)}M`;
}

function trim(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, "");
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))}s`;
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h${minutes % 60}m`;
}
