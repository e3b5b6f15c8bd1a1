// The status line: what each preset tells, that nothing is said of nothing, and that it always fits.
import { describe, expect, test } from "bun:test";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/width";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import fc from "fast-check";
import { mkdirSync, writeFileSync } from "node:fs";
import { createLooks } from "../../theming/looks.ts";
import { gitBranch } from "./git-branch.ts";
import { PRESETS, SEPARATORS } from "./presets.ts";
import { SEGMENTS, type StatusFacts } from "./segments.ts";
import { StatusLine, type StatusLayout } from "./status-line.ts";

const looks = createLooks({ theme: { colors: {} }, colorLevel: "none", symbols: "ascii" });
const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0, rate: 0 };
const facts: StatusFacts = {
  model: "p/m",
  thinkingLevel: "off",
  path: "~/w",
  branch: undefined,
  sessionName: undefined,
  sessionId: "0123456789",
  host: "",
  contextTokens: 0,
  contextWindow: 200_000,
  usage,
  queuedCount: 0,
  startedAtMs: 0,
  nowMs: 65_000,
  isDemo: false,
  options: {},
};
const layout: StatusLayout = { preset: "ascii", separator: "ascii", left: [], right: [] };

function line(change: Partial<StatusFacts>, how: Partial<StatusLayout> = {}, width = 80): string {
  const status = new StatusLine(looks);
  status.update({ ...facts, ...change }, { ...layout, ...how });
  return status.render(width)[0] ?? "";
}

describe("the status line", () => {
  test("says only what there is to say", () => {
    expect(line({})).toBe("# p/m | > ~/w");
  });

  test("counts in human units, and warns as the context fills", () => {
    const used = { ...usage, input: 12_340, cost: 0.256 };
    const shown = line({ usage: used, contextTokens: 12_340, branch: "main", queuedCount: 2 });
    expect(shown).toStartWith("# p/m | > ~/w | @ main | 2 queued");
    expect(shown).toEndWith("12.3k tokens | $0.26 | % 6 % of 200k");
    expect(shown).toHaveLength(80);
    const colored = createLooks({
      theme: { colors: { error: "#ff0000" } },
      colorLevel: "truecolor",
      symbols: "ascii",
    });
    const status = new StatusLine(colored);
    status.update({ ...facts, contextTokens: 190_000 }, layout);
    expect(status.render(80)[0]).toContain("\x1b[38;2;255;0;0m% 95 %");
  });

  test("there are 22 parts, 7 separators and 7 presets; each preset names real parts", () => {
    expect(Object.keys(SEGMENTS)).toHaveLength(22);
    expect(Object.keys(SEPARATORS)).toHaveLength(7);
    expect(Object.keys(PRESETS)).toEqual([
      "default",
      "minimal",
      "compact",
      "full",
      "nerd",
      "ascii",
    ]);
    for (const { left, right } of Object.values(PRESETS))
      for (const name of [...left, ...right]) expect(Object.keys(SEGMENTS)).toContain(name);
  });

  test("own lists", () => {
    const own = {
      preset: "custom",
      separator: "slash",
      left: ["session", "nonsense"],
      right: ["time_spent"],
    };
    expect(line({}, own, 30)).toBe("s 01234567                t 1m");
  });

  test("options of single parts", () => {
    const own = { preset: "custom", left: ["path", "model", "time"], right: [] };
    const nowMs = new Date(2026, 0, 1, 15, 4, 5).getTime();
    const given = { path: "~/a/long/way", thinkingLevel: "high", nowMs };
    expect(line(given, own)).toBe("> ~/a/long/way | # p/m ~high | 15:04");
    const options = {
      path: { maxLength: 5 },
      model: { showThinkingLevel: false },
      time: { format: "12h", showSeconds: true },
    };
    expect(line({ ...given, options }, own)).toBe("> …/way | # p/m | 03:04:05 PM");
  });

  test("fits whatever the width, and holds no foreign control characters", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.integer({ min: 1, max: 200 }),
        (text, width) => {
          const shown = line(
            { path: text, branch: text, sessionName: text },
            { preset: "full" },
            width,
          );
          expect(visibleWidth(shown)).toBeLessThanOrEqual(width);
          expect(shown).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
        },
      ),
    );
  });
});

test("the branch is read from plain repositories, worktrees and detached heads", async () => {
  await using workspace = createWorkspace();
  expect(gitBranch(workspace.path)).toBeUndefined();
  mkdirSync(workspace.at(".git/worktrees/other"), { recursive: true });
  writeFileSync(workspace.at(".git/HEAD"), "ref: refs/heads/feature/x\n");
  mkdirSync(workspace.at("deep/er"), { recursive: true });
  expect(gitBranch(workspace.at("deep/er"))).toBe("feature/x");
  writeFileSync(workspace.at(".git/worktrees/other/HEAD"), "0123456789abcdef\n");
  writeFileSync(workspace.at(".git/worktrees/other/gitdir"), `${workspace.at("deep/.git")}\n`);
  writeFileSync(workspace.at("deep/.git"), "gitdir: ../.git/worktrees/other\n");
  expect(gitBranch(workspace.at("deep/er"))).toBe("01234567");
});
