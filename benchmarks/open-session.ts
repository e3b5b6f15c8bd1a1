// Opens a session and asks for its state, in a process of its own; prints milliseconds of processor time and peak megabytes.
//
// usage: open-session <session file>
import { readFileSync } from "node:fs";
import { answer } from "./agent-turns.ts";
import { openBenchSession } from "./bench-session.ts";

const started = process.cpuUsage();
const session = openBenchSession(process.argv[2] ?? "", ({ model }) => answer(model, undefined));
const { user, system } = process.cpuUsage(started);
const ms = (user + system) / 1000;
if (session.lastAnswer !== undefined || session.messages.length < 2)
  throw new Error("The session did not open as it should.");
// Not from getrusage: a child's figure begins with its parent's.
const [, peakKb] = /^VmHWM:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
const peakMb = Number(peakKb) / 1024;
console.log(JSON.stringify({ ms, peakMb }));
process.exit(0);
