// What `/debug system` and `/debug processes` show: the machine, and every process that omp has started.
import {
  listDescendants,
  readCommandLine,
  readProcess,
  readRssBytes,
  type ProcessInfo,
} from "@oh-my-pi/pi-natives/process-table";
import { readSystemInfo } from "@oh-my-pi/pi-natives/system-info";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { textTable } from "../text-table.ts";

const MAX_COMMAND = 100;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

export function systemText(): string {
  const info = readSystemInfo();
  const rows = [
    ["System", `${info.platform} ${info.release} ${info.arch}`],
    ["Processors", `${info.cpuCount} × ${info.cpuModel ?? "unknown"}`],
    ["Memory", `${megabytes(info.freeMemoryBytes)} free of ${megabytes(info.totalMemoryBytes)}`],
    ["Up", `${Math.round(info.uptimeSeconds / 3600)} h`],
    ["omp uses", megabytes(info.processRssBytes)],
  ];
  return textTable(rows).join("\n");
}

/** The process `pid` and all below it, each under its parent. */
export function processText(pid: number): string {
  const self = readProcess(pid);
  const all = [...(self === undefined ? [] : [self]), ...listDescendants(pid)];
  const depths = new Map<number, number>();
  const rows = all.map((one) => {
    const depth = one === self ? 0 : (depths.get(one.parentPid) ?? 0) + 1;
    depths.set(one.pid, depth);
    const memory = readRssBytes(one.pid);
    return [
      String(one.pid),
      memory === undefined ? "-" : megabytes(memory),
      `${"  ".repeat(depth)}${commandOf(one)}`,
    ];
  });
  return textTable([["pid", "memory", "command"], ...rows]).join("\n");
}

function commandOf({ pid, name }: ProcessInfo): string {
  const line = readCommandLine(pid) || name;
  const text = sanitizeForeign(line).replaceAll(/\s+/g, " ");
  return text.length <= MAX_COMMAND ? text : `${text.slice(0, MAX_COMMAND).toWellFormed()}…`;
}
