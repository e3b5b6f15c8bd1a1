// Settings of commands: what is kept of their output, what goes to the background, which shell runs them.
import {
  booleanSetting,
  choiceSetting,
  listSetting,
  numberSetting,
  stringSetting,
} from "../../settings/setting.ts";
import { DEFAULT_RULES, isInterceptorRule } from "./interceptor-rules.ts";

export const artifactSpillThreshold = numberSetting("tools.artifactSpillThreshold", {
  default: 50,
  min: 1,
  max: 1000,
  doc: "Kilobytes of a tool's output that are shown whole; longer output is kept as an artifact.",
  project: "free",
});

export const artifactHeadBytes = numberSetting("tools.artifactHeadBytes", {
  default: 20,
  min: 0,
  max: 200,
  doc: "Kilobytes shown of the start of a command's output that is too long.",
  project: "free",
});

export const artifactTailBytes = numberSetting("tools.artifactTailBytes", {
  default: 20,
  min: 1,
  max: 200,
  doc: "Kilobytes shown of the end of a command's output that is too long.",
  project: "free",
});

export const artifactTailLines = numberSetting("tools.artifactTailLines", {
  default: 500,
  min: 1,
  max: 100_000,
  doc: "Lines shown of the end of a command's output that is too long.",
  project: "free",
});

export const maxTimeout = numberSetting("tools.maxTimeout", {
  default: 0,
  min: 0,
  doc: "Seconds that no call may ask to exceed; 0 leaves the limits of the tools.",
  project: "tighten",
  isTighter: (candidate, inForce) => candidate > 0 && (inForce === 0 || candidate <= inForce),
});

export const stripTrailingHeadTail = booleanSetting("bash.stripTrailingHeadTail", {
  default: true,
  doc: "Run commands without a final `| head` or `| tail`: long output is cut and kept anyway.",
  project: "free",
});

export const autoBackgroundEnabled = booleanSetting("bash.autoBackground.enabled", {
  default: false,
  doc: "Let commands that take long go on in the background.",
  project: "never",
});

export const autoBackgroundThreshold = numberSetting("bash.autoBackground.thresholdMs", {
  default: 60_000,
  min: 0,
  doc: "Milliseconds after which a command goes on in the background.",
  project: "free",
});

export const asyncEnabled = booleanSetting("async.enabled", {
  default: false,
  doc: "Offer background jobs.",
  project: "never",
});

export const asyncMaxJobs = numberSetting("async.maxJobs", {
  default: 100,
  doc: "Background jobs that may run at once, 1 to 100.",
  project: "tighten",
  isTighter: (candidate, inForce) => candidate <= inForce,
});

const WAITS = ["5s", "10s", "30s", "1m", "5m"] as const;
/** How long one call may wait for jobs. */
export type PollWait = (typeof WAITS)[number];

export const asyncPollWait = choiceSetting("async.pollWaitDuration", WAITS, {
  default: "30s",
  doc: "How long one call of `job` waits for a job to end.",
  project: "free",
});

export const interceptorEnabled = booleanSetting("bashInterceptor.enabled", {
  default: false,
  doc: "Refuse commands for which a tool of the session is better.",
  project: "tighten",
  isTighter: (candidate, inForce) => candidate || !inForce,
});

export const interceptorPatterns = listSetting("bashInterceptor.patterns", isInterceptorRule, {
  default: DEFAULT_RULES,
  doc: "Which commands are refused, and which tool is named instead.",
  project: "never",
});

export const minimizerEnabled = booleanSetting("shellMinimizer.enabled", {
  default: true,
  doc: "Leave out lines that tell nothing from the output of known programs; the whole is kept.",
  project: "tighten",
  isTighter: (candidate, inForce) => !candidate || inForce,
});

const isText = (value: unknown): value is string => typeof value === "string";

export const minimizerOnly = listSetting("shellMinimizer.only", isText, {
  default: [],
  doc: "Programs whose output is shortened; empty means all that are known.",
  project: "never",
});

export const minimizerExcept = listSetting("shellMinimizer.except", isText, {
  default: [],
  doc: "Programs whose output is never shortened.",
  project: "never",
});

export const minimizerMaxCapture = numberSetting("shellMinimizer.maxCaptureBytes", {
  default: 4_194_304,
  min: 0,
  max: 67_108_864,
  doc: "Output of more bytes than this is not shortened.",
  project: "never",
});

export const shellPath = stringSetting<string | undefined>("shellPath", {
  default: undefined,
  doc: "The bash that runs commands, instead of the first one on PATH.",
  project: "never",
});
