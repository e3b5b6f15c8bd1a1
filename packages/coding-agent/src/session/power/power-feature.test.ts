// Contract: on a Mac the machine is held awake while omp works, by what the settings wish, and let go when nothing goes on;
// other systems start nothing.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { type AwakeWish, awakeCommand, keepAwake } from "../../platform/keep-awake.ts";
import type { Setting } from "../../settings/setting.ts";
import { PowerFeature } from "./power-feature.ts";

const NONE: AwakeWish = {
  idleSleep: false,
  systemSleep: false,
  displaySleep: false,
  userActive: false,
};
const mac = { platform: "darwin", pid: 42 };

describe("the command", () => {
  test.each([
    [{ idleSleep: true }, ["-i"]],
    [{ idleSleep: true, displaySleep: true }, ["-i", "-d"]],
    [{ systemSleep: true, userActive: true }, ["-s", "-u"]],
  ])("%j", (wish, flags) =>
    expect(awakeCommand({ ...NONE, ...wish }, mac)).toEqual([
      "/usr/bin/caffeinate",
      ...flags,
      "-w",
      "42",
    ]),
  );

  test("is none where nothing is wished, and on other systems", () => {
    expect(awakeCommand(NONE, mac)).toBeUndefined();
    expect(
      awakeCommand({ ...NONE, idleSleep: true }, { ...mac, platform: "linux" }),
    ).toBeUndefined();
  });
});

test("the program runs until it is let go; one that is missing does no harm", async () => {
  await using place = createWorkspace();
  const script = '#!/bin/sh\necho "$$" "$@" > "${0%/*}/args"\nexec sleep 300\n';
  place.write({ caffeinate: script });
  chmodSync(place.at("caffeinate"), 0o755);
  const wish = { ...NONE, idleSleep: true };
  const here = { platform: "darwin", pid: process.pid, program: place.at("caffeinate") };
  const held = keepAwake(wish, here);
  await eventually(
    () => existsSync(place.at("args")) && readFileSync(place.at("args"), "utf8").endsWith("\n"),
  );
  const [pid, ...args] = readFileSync(place.at("args"), "utf8").trim().split(" ");
  expect(args).toEqual(["-i", "-w", String(process.pid)]);
  held?.[Symbol.dispose]();
  await eventually(() => !isRunning(Number(pid)));
  expect(keepAwake(wish, { ...here, program: place.at("nowhere") })).toBeUndefined();
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("held once for a prompt and what follows it, by the settings", async () => {
  const wishes: AwakeWish[] = [];
  let released = 0;
  const feature = new PowerFeature((wish) => {
    wishes.push(wish);
    return { [Symbol.dispose]: () => void released++ };
  });
  const settings = <Value>({ key, fallback }: Setting<Value>): Value =>
    (key === "power.preventDisplaySleep" ? true : fallback) as Value;
  feature.beforePrompt({ settings });
  feature.beforePrompt({ settings });
  expect(wishes).toEqual([{ ...NONE, idleSleep: true, displaySleep: true }]);
  await feature.whenIdle();
  await feature.whenIdle();
  expect(released).toBe(1);
  feature.beforePrompt({ settings });
  expect(wishes).toHaveLength(2);
});
