// A process that keeps a journal and kills itself at a chosen moment: after the n-th change of an undo, in the middle of a
// command, or while nothing goes on. Tests only.
import { join } from "node:path";
import { UndoJournal } from "../services/undo/undo-journal.ts";

const [base = "", command = "", how = "", at = "0", agentId] = process.argv.slice(2);
const root = join(base, "work");
let count = 0;
const journal = new UndoJournal({
  root,
  directory: join(base, "undo"),
  session: "s",
  platform: process.platform,
  now: Date.now,
  onApplied: () => {
    if (++count === Number(at)) die();
  },
});

function die(): void {
  process.kill(process.pid, "SIGKILL");
}

journal.startTurn("turn");
const step = await journal.begin({ label: command, tool: "bash", agentId });
if (how !== "idle") Bun.spawnSync(["bash", "-c", command], { cwd: root });
if (how === "command") die();
await step.end();
if (how === "idle") die();
await journal.undo(1, { agentId });
await journal[Symbol.asyncDispose]();
