// The tree of a session holds every entry exactly once, whatever was done to it and however damaged it is.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import fc from "fast-check";
import { exportTree, type SessionTree } from "./export-tree.ts";
import { openSessionLog } from "./open-log.ts";
import type { SessionLog } from "./session-log.ts";
import { commandSequences, runCommands } from "./testing/commands.ts";
import { answered, said } from "./testing/written-session.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const file = (): string => workspace.at("s.jsonl");
const open = (): SessionLog =>
  openSessionLog({ file: file(), cwd: "/w", platform: process.platform, now: () => 0 });

/** Ids that are reached from the roots, in depth-first order. */
function reached({ roots, nodes }: SessionTree): string[] {
  const children = new Map(nodes.map((node) => [node.id, node.children]));
  const found: string[] = [];
  const waiting = [...roots].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    found.push(id);
    waiting.push(...[...(children.get(id) ?? [])].reverse());
  }
  return found;
}

test("nodes have children, labels and a line of text; the active path is marked", () => {
  using log = open();
  const root = log.append(said("first\nprompt"));
  const left = log.append(answered("left"));
  log.branch(root.id);
  const right = log.append(answered("right"));
  const label = log.append({ type: "label", targetId: left.id, label: "try this" });
  const tree = exportTree(log);
  expect(tree.roots).toEqual([root.id]);
  expect(tree.activePath).toEqual([root.id, right.id, label.id]);
  expect(tree.leafId).toBe(label.id);
  const written = [root, left, right, label].map(({ id, timestamp }) => ({ id, timestamp }));
  expect(tree.nodes).toMatchObject(written);
  expect(tree.nodes.map(({ id: _id, timestamp: _time, ...node }) => node)).toEqual([
    {
      parentId: null,
      type: "message",
      role: "user",
      text: "first prompt",
      children: [left.id, right.id],
    },
    {
      parentId: root.id,
      type: "message",
      role: "assistant",
      text: "left",
      label: "try this",
      children: [],
    },
    { parentId: root.id, type: "message", role: "assistant", text: "right", children: [label.id] },
    { parentId: right.id, type: "label", text: "try this", children: [] },
  ]);
  expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
});

describe("laws", () => {
  test("after any commands parents stand before their children and every entry is reached once", () => {
    fc.assert(
      fc.property(commandSequences, (commands) => {
        rmSync(file(), { force: true });
        runCommands(file(), commands, (log) => {
          const seen = new Set<string>();
          for (const { id, parentId } of log.entries()) {
            expect(parentId === null || seen.has(parentId)).toBe(true);
            expect(seen.has(id)).toBe(false);
            seen.add(id);
          }
          const tree = exportTree(log);
          expect(reached(tree).toSorted()).toEqual([...seen].toSorted());
          expect(tree.activePath.at(-1) ?? null).toBe(log.leafId);
        });
      }),
      { numRuns: 60 },
    );
  }, 30_000);

  test("whatever a file says about parents, every entry is reached once", () => {
    const parents = fc.array(fc.option(fc.nat(12)), { maxLength: 10 });
    fc.assert(
      fc.property(parents, (all) => {
        const lines = all.map((parent, index) => ({
          type: "custom",
          id: `0000000${index}`,
          parentId: parent === null ? null : `0000000${parent}`,
          timestamp: "2026-01-01T00:00:00.000Z",
        }));
        const header = { type: "session", version: 3, id: "s", timestamp: "", cwd: "/w" };
        const text = [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
        writeFileSync(file(), text);
        using log = open();
        expect(reached(exportTree(log)).toSorted()).toEqual(lines.map(({ id }) => id));
      }),
    );
  });
});
