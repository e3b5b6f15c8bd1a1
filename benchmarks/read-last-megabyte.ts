// The yardstick of opening a session: the end of its file, read in one go; and how such short works are timed.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { spread } from "./benchmark.ts";

const MEGABYTE = 1 << 20;
const GOES = 15;

/** The median of some goes, because a single one is over before the clock is sure. */
export function medianMs(work: () => void): number {
  const times = Array.from({ length: GOES }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return spread(times).median;
}

/** The last megabyte of a file. */
export function readLastMegabyte(file: string): Buffer {
  const fd = openSync(file, "r");
  const buffer = Buffer.allocUnsafe(MEGABYTE);
  readSync(fd, buffer, 0, MEGABYTE, fstatSync(fd).size - MEGABYTE);
  closeSync(fd);
  return buffer;
}

/** Its whole lines as values, which is the least that somebody needs who wants to see what was said last. */
export function readLastEntries(file: string): unknown[] {
  const lines = readLastMegabyte(file).toString("utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => JSON.parse(line) as unknown);
}
