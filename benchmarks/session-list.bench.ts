// How long it takes to list 5,000 sessions, against looking at the same files without making sense of them.
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { listFolders } from "../packages/coding-agent/src/session/log/list-sessions.ts";
import type { Benchmark } from "./benchmark.ts";
import { scratchFolder } from "./session-files.ts";

const SESSIONS = 5000;
const PREFIX_BYTES = 4096;

function writeSessions(folder: string): void {
  mkdirSync(folder);
  const base = { parentId: null, timestamp: "2026-01-01T00:00:00.000Z" };
  const message = (id: string, role: string, text: string) => ({
    type: "message",
    id,
    ...base,
    message: { role, content: [{ type: "text", text }], timestamp: 1 },
  });
  for (let number = 0; number < SESSIONS; number++) {
    const lines = [
      { type: "session", version: 3, id: Bun.randomUUIDv7(), timestamp: "", cwd: "/w" },
      message("00000001", "user", `please look at number ${number} `.repeat(20)),
      message("00000002", "assistant", "It is done. ".repeat(800)),
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    writeFileSync(join(folder, `2026_${number}.jsonl`), text);
  }
}

function lookAtEach(folder: string): void {
  const buffer = Buffer.alloc(PREFIX_BYTES);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    statSync(path);
    const fd = openSync(path, "r");
    readSync(fd, buffer, 0, PREFIX_BYTES, 0);
    closeSync(fd);
  }
}

function timed(work: () => number | void): number {
  const started = performance.now();
  const count = work() ?? SESSIONS;
  if (count !== SESSIONS) throw new Error(`${count} sessions were listed instead of ${SESSIONS}.`);
  return performance.now() - started;
}

const sessionList: Benchmark = {
  name: "session-list",
  about: "listing 5,000 sessions against readdir, stat, open and read of 4 KB",
  unit: "ms",
  rounds: 25,
  bar: 2,
  async setUp() {
    const scratch = scratchFolder();
    const folder = join(scratch.path, "-w");
    writeSessions(folder);
    return {
      subject: async () => timed(() => listFolders([folder]).length),
      reference: async () => timed(() => lookAtEach(folder)),
      [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
    };
  },
};
export default sessionList;
