// Contract: what omp has started is listed below omp with its command, and is in the list no more when it has ended.
import { expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { processText, systemText } from "./machine-report.ts";

const listed = (): string[] => processText(process.pid).split("\n");

test("children stand below their parents", async () => {
  const child = Bun.spawn(["bash", "-c", "sleep 347 & wait"], {
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  const find = (command: RegExp): string | undefined => listed().find((line) => command.test(line));
  // A shell that has just forked still bears its own command.
  const sleeping = await eventually(() => find(/ sleep 347$/));
  const parent = find(/ bash -c sleep 347 & wait$/) ?? "";
  expect(listed()[1]).toStartWith(`${process.pid} `);
  expect(sleeping.indexOf("sleep")).toBeGreaterThan(parent.indexOf("bash"));
  expect(parent.indexOf("bash")).toBeGreaterThan(0);
  process.kill(-child.pid, "SIGKILL");
  await child.exited;
  await eventually(() => find(/sleep 347/) === undefined);
});

test("the machine is described", () => {
  expect(systemText()).toMatch(/System +\S+ .*\nProcessors +\d+ × /);
});
