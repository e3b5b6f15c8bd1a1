// How long listings of files are believed, where the environment says so. Pure.
import type { ScanCacheOptions } from "@oh-my-pi/pi-natives/scan-cache";

const VARIABLES = {
  ttlMs: "FS_SCAN_CACHE_TTL_MS",
  emptyRecheckMs: "FS_SCAN_EMPTY_RECHECK_MS",
  maxEntries: "FS_SCAN_CACHE_MAX_ENTRIES",
} as const;

/** What is no whole number from 0 on is as if it were not set. */
export function scanCacheOptionsFrom(
  env: Readonly<Record<string, string | undefined>>,
): ScanCacheOptions {
  const set = Object.entries(VARIABLES).flatMap(([option, name]) => {
    const text = env[name]?.trim() ?? "";
    return /^\d+$/.test(text) ? [[option, Number(text)] as const] : [];
  });
  return Object.fromEntries(set);
}
