// What is told about a leak: enough to count and recognise it, nothing of what was said.
import { type HarmonyDetection, type HarmonySurface, signalLabels } from "./detect.ts";

export type HarmonyAction = "truncate_resume" | "abort_retry" | "escalate";

export interface HarmonyAuditEvent {
  readonly action: HarmonyAction;
  readonly surface: HarmonySurface["kind"];
  /** Signal classes, such as `M+C`. */
  readonly signal: string;
  /** Attempts before this one. */
  readonly retry: number;
  readonly removedLength: number;
  readonly removedSha8: string;
  /** 64 characters at most, with letters and digits masked except in the signal itself. */
  readonly removedPreview: string;
  /** The removed text; only when debugging was asked for. */
  readonly removed?: string;
}

const PREVIEW_LENGTH = 64;

export interface AuditInput {
  readonly action: HarmonyAction;
  readonly detection: HarmonyDetection;
  readonly retry: number;
  readonly removed: string;
  readonly keepsRemoved: boolean;
}

/** Describes one leak and what was done about it. */
export function createHarmonyAuditEvent(input: AuditInput): HarmonyAuditEvent {
  const { action, detection, retry, removed, keepsRemoved } = input;
  return {
    action,
    surface: detection.surface.kind,
    signal: signalLabels(detection),
    retry,
    removedLength: removed.length,
    removedSha8: new Bun.CryptoHasher("sha256").update(removed).digest("hex").slice(0, 8),
    removedPreview: preview(removed, detection.signals[0]?.text ?? ""),
    ...(keepsRemoved && { removed }),
  };
}

function preview(removed: string, signal: string): string {
  const at = Math.max(0, removed.indexOf(signal));
  const start = Math.max(0, at - (PREVIEW_LENGTH - signal.length) / 2);
  const window = removed.slice(start, start + PREVIEW_LENGTH);
  const shown = window
    .split(signal === "" ? /(?!)/ : signal)
    .map((part) => part.replace(/[\p{L}\p{N}]/gu, "x").replace(/\s/g, " "))
    .join(signal);
  return shown.slice(0, PREVIEW_LENGTH).toWellFormed();
}
