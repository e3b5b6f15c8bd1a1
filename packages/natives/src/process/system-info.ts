// What the machine is: for status lines and reports. Reads only.
import {
  arch,
  availableParallelism,
  cpus,
  freemem,
  platform,
  release,
  totalmem,
  uptime,
} from "node:os";

/** Facts about this machine and process. */
export interface SystemInfo {
  readonly platform: string;
  readonly release: string;
  readonly arch: string;
  readonly cpuModel: string | undefined;
  /** Processors that may be used. */
  readonly cpuCount: number;
  readonly totalMemoryBytes: number;
  readonly freeMemoryBytes: number;
  readonly uptimeSeconds: number;
  readonly processRssBytes: number;
}

/** As of now. */
export function readSystemInfo(): SystemInfo {
  return {
    platform: platform(),
    release: release(),
    arch: arch(),
    cpuModel: cpus()[0]?.model,
    cpuCount: availableParallelism(),
    totalMemoryBytes: totalmem(),
    freeMemoryBytes: freemem(),
    uptimeSeconds: uptime(),
    processRssBytes: process.memoryUsage.rss(),
  };
}
