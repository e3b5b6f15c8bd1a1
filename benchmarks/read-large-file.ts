// Reads the last 50 lines of a file with the tool `read`, in a process of its own that has read a small file before;
// prints the milliseconds of one call and the megabytes by which it made the process larger.
//
// usage: read-large-file <small file> <large file>
import { readFileSync } from "node:fs";
import { createFileTools } from "../packages/coding-agent/src/testing/file-tools.ts";
import read from "../packages/coding-agent/src/tools/read/read.ts";

function memoryMb(field: "VmHWM" | "VmRSS"): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
}

const [small = "", large = ""] = process.argv.slice(2);
await using tools = createFileTools();
await tools.call(read, { path: `${small}:-50` });
const before = memoryMb("VmRSS");
const started = performance.now();
const { text } = await tools.call(read, { path: `${large}:-50` });
const ms = performance.now() - started;
const growthMb = memoryMb("VmHWM") - before;
if (!text.includes("last line")) throw new Error(`The end is missing: ${text.slice(-200)}`);
console.log(JSON.stringify({ ms, growthMb }));
