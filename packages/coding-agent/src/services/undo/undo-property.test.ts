// The law of undo: whatever a sequence of turns does, undoing each brings every earlier tree back in bytes, modes and links, and
// redoing each brings every later one.
import { test, expect } from "bun:test";
import fc from "fast-check";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTree } from "./testing/read-tree.ts";
import { UndoJournal } from "./undo-journal.ts";

const NAMES = ["a", "b", "d", "d/a", "d/b", "d/e", "d/e/f", "e", "e/a", "é x\n"];
const path = fc.constantFrom(...NAMES);
const mode = fc.constantFrom(0o600, 0o644, 0o755, 0o444);

const action = fc.oneof(
  fc.record({ do: fc.constant("write" as const), path, bytes: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ do: fc.constant("remove" as const), path }),
  fc.record({ do: fc.constant("move" as const), path, to: path }),
  fc.record({ do: fc.constant("link" as const), path, to: path }),
  fc.record({ do: fc.constant("mode" as const), path, mode }),
  fc.record({ do: fc.constant("directory" as const), path }),
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

function act(root: string, wish: Action): void {
  const place = join(root, wish.path);
  try {
    if (wish.do === "write") writeFileSync(place, wish.bytes);
    else if (wish.do === "remove") rmSync(place, { recursive: true });
    else if (wish.do === "move") renameSync(place, join(root, wish.to));
    else if (wish.do === "link") symlinkSync(wish.to, place);
    else if (wish.do === "directory") mkdirSync(place);
    else if (lstatSync(place).isFile()) chmodSync(place, wish.mode);
  } catch {
    // What the system refuses is a turn in which less happened.
  }
}

const turns = fc.array(fc.array(action, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 5,
});

test.each([
  ["where the kernel tells what changed", process.platform, 60],
  ["where the tree is looked through", "freebsd" as const, 30],
])(
  "undo to the first and redo to the last, %s",
  async (_, platform, numRuns) => {
    await fc.assert(
      fc.asyncProperty(turns, fc.integer({ min: 1, max: 3 }), async (wishes, stride) => {
        const base = mkdtempSync(join(tmpdir(), "omp-undo-"));
        const root = join(base, "work");
        mkdirSync(root);
        const journal = new UndoJournal({
          root,
          directory: join(base, "undo"),
          session: "s",
          platform,
          now: Date.now,
        });
        try {
          await checkLaw(journal, root, wishes, stride);
        } finally {
          await journal[Symbol.asyncDispose]();
          rmSync(base, { recursive: true, force: true });
        }
      }),
      { numRuns },
    );
  },
  60_000,
);

async function checkLaw(
  journal: UndoJournal,
  root: string,
  wishes: readonly (readonly Action[])[],
  stride: number,
): Promise<void> {
  const states = [readTree(root)];
  for (const wish of wishes) {
    journal.startTurn("turn");
    const step = await journal.begin({ label: "step" });
    for (const each of wish) act(root, each);
    await step.end();
    const state = readTree(root);
    if (!Bun.deepEquals(state, states.at(-1))) states.push(state);
  }
  const visited = [states.length - 1];
  while (visited.at(-1)! > 0) {
    const report = await journal.undo(stride);
    expect(report.refused).toEqual([]);
    visited.push(visited.at(-1)! - report.turns);
    expect(readTree(root)).toEqual(states[visited.at(-1)!]!);
  }
  while (visited.length > 1) {
    visited.pop();
    expect((await journal.redo()).isDone).toBe(true);
    expect(readTree(root)).toEqual(states[visited.at(-1)!]!);
  }
}
