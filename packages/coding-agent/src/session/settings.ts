// Settings of the running session: queues, retry, compaction, branch summaries, titles and reminders.
import { SERVICE_TIERS } from "@oh-my-pi/pi-ai/request";
import {
  choiceSetting,
  numberSetting,
  booleanSetting,
  recordSetting,
  stringSetting,
} from "../settings/setting.ts";

const QUEUE_MODES = ["all", "one-at-a-time"] as const;

export const steeringMode = choiceSetting("steeringMode", QUEUE_MODES, {
  default: "one-at-a-time",
  doc: "How many waiting steering messages are said before a request.",
  project: "free",
});

export const followUpMode = choiceSetting("followUpMode", QUEUE_MODES, {
  default: "one-at-a-time",
  doc: "How many waiting follow-ups are said when a run would end.",
  project: "free",
});

export const interruptMode = choiceSetting("interruptMode", ["immediate", "wait"] as const, {
  default: "immediate",
  doc: "Whether a steering message skips the tool calls that have not started yet.",
  project: "free",
});

export const serviceTier = choiceSetting("serviceTier", SERVICE_TIERS, {
  default: "none",
  doc: "Processing tier that is asked of providers which have several.",
  // A tier has a price.
  project: "never",
});

export const appendOnlyContext = choiceSetting(
  "provider.appendOnlyContext",
  ["auto", "on", "off"] as const,
  {
    default: "auto",
    doc: "Whether what was sent stays as it is: on changes it by compaction only, auto also empties old tool results where that saves much, off wherever it saves anything.",
    project: "free",
  },
);

export const retryEnabled = booleanSetting("retry.enabled", {
  default: true,
  doc: "Try again when a provider fails in a way that may pass.",
  project: "free",
});

export const retryMaxRetries = numberSetting("retry.maxRetries", {
  default: 3,
  min: 0,
  max: 100,
  doc: "How often a failed answer is tried again.",
  project: "free",
});

export const retryBaseDelayMs = numberSetting("retry.baseDelayMs", {
  default: 2000,
  min: 0,
  doc: "Wait before the first retry; it doubles with each one.",
  project: "free",
});

export const retryMaxDelayMs = numberSetting("retry.maxDelayMs", {
  default: 300_000,
  min: 0,
  doc: "A provider that asks for a longer wait than this is not waited for.",
  project: "free",
});

export const retryFallbackChains = recordSetting("retry.fallbackChains", isTextList, {
  default: {},
  doc: "Models to go on with, in order, when one is used up; by provider/id or for the role default.",
  // It decides where a conversation is sent.
  project: "never",
});

export const retryFallbackRevertPolicy = choiceSetting(
  "retry.fallbackRevertPolicy",
  ["cooldown-expiry", "never"] as const,
  {
    default: "cooldown-expiry",
    doc: "Whether the first model is taken again once it may be used.",
    project: "free",
  },
);

export const autoResume = booleanSetting("autoResume", {
  default: false,
  doc: "Go on with the newest session of the directory when omp is started in a terminal.",
  // It decides which conversation a message goes to.
  project: "never",
});

export const compactionEnabled = booleanSetting("compaction.enabled", {
  default: true,
  doc: "Sum up the conversation when it outgrows the model's window.",
  project: "free",
});

export const compactionStrategy = choiceSetting(
  "compaction.strategy",
  ["context-full", "handoff", "off"] as const,
  {
    default: "context-full",
    doc: "Sum up and keep the newest messages, go on from a handoff document, or do nothing.",
    project: "free",
  },
);

export const compactionThresholdPercent = numberSetting("compaction.thresholdPercent", {
  default: -1,
  max: 99,
  doc: "Share of the window at which to compact; -1 leaves room for one answer.",
  project: "free",
});

export const compactionThresholdTokens = numberSetting("compaction.thresholdTokens", {
  default: -1,
  doc: "Tokens at which to compact; goes before the share.",
  project: "free",
});

export const compactionReserveTokens = numberSetting("compaction.reserveTokens", {
  default: 16_384,
  min: 0,
  doc: "Tokens of the window that stay free for an answer.",
  project: "free",
});

export const compactionKeepRecentTokens = numberSetting("compaction.keepRecentTokens", {
  default: 20_000,
  min: 1,
  doc: "About how much of the newest messages a compaction keeps as they are.",
  project: "free",
});

export const compactionAutoContinue = booleanSetting("compaction.autoContinue", {
  default: true,
  doc: "Ask the model to go on after a compaction at the end of a run.",
  project: "free",
});

export const compactionHandoffSaveToDisk = booleanSetting("compaction.handoffSaveToDisk", {
  default: false,
  doc: "Keep the documents of automatic handoffs as files beside the session.",
  // It writes files.
  project: "never",
});

export const compactionIdleEnabled = booleanSetting("compaction.idleEnabled", {
  default: false,
  doc: "Compact a large conversation when nobody has said anything for a while.",
  project: "free",
});

export const compactionIdleThresholdTokens = numberSetting("compaction.idleThresholdTokens", {
  default: 200_000,
  min: 0,
  doc: "Size from which an idle conversation is compacted.",
  project: "free",
});

export const compactionIdleTimeoutSeconds = numberSetting("compaction.idleTimeoutSeconds", {
  default: 300,
  min: 1,
  doc: "How long a conversation must be idle first.",
  project: "free",
});

export const compactionRemoteEnabled = booleanSetting("compaction.remoteEnabled", {
  default: true,
  doc: "Let the provider condense a conversation itself where it can, and compaction.remoteEndpoint sum up where one is set.",
  // It decides where a conversation is sent.
  project: "tighten",
  isTighter: (candidate, inForce) => !candidate || inForce,
});

export const compactionRemoteEndpoint = stringSetting<string | undefined>(
  "compaction.remoteEndpoint",
  {
    default: undefined,
    doc: "URL that is sent {systemPrompt, prompt} and answers {summary}; the model sums up when it fails.",
    // It decides where a conversation is sent.
    project: "never",
  },
);

export const contextPromotionEnabled = booleanSetting("contextPromotion.enabled", {
  default: true,
  doc: "Move to a model with a larger window before compacting.",
  project: "free",
});

export const branchSummaryEnabled = booleanSetting("branchSummary.enabled", {
  default: false,
  doc: "Sum up a branch that is left, where the conversation goes on.",
  project: "free",
});

export const branchSummaryReserveTokens = numberSetting("branchSummary.reserveTokens", {
  default: 16_384,
  min: 0,
  doc: "Tokens of the window that the summary of a branch leaves free.",
  project: "free",
});

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
