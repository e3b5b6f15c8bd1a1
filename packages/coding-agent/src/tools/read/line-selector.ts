// The part of a path that names lines: `file:5-16`, `file:20+10`, `file:7`, `file:50-`. Pure.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";

/** Lines from `start` to `end`, counted from 1; without `end` to the end of the file. */
export interface LineSelector {
  readonly start: number;
  readonly end?: number;
}

/** Splits a selector off a path; a last part that is none belongs to the path. */
export function splitSelector(path: string): { path: string; lines?: LineSelector } {
  const match = /^(.+):L?(\d+)(?:(-)L?(\d+)?|\+(\d+))?$/.exec(path);
  if (match === null) return { path };
  const [, file = "", first, dash, last, count] = match;
  const start = Number(first);
  if (start === 0)
    throw new ToolFailure("Line selector 0 is invalid; lines are 1-indexed. Use :1.");
  if (count !== undefined) {
    if (Number(count) < 1)
      throw new ToolFailure(`Invalid range ${start}+${count}: the count must be at least 1.`);
    return { path: file, lines: { start, end: start + Number(count) - 1 } };
  }
  if (last === undefined)
    return { path: file, lines: dash === undefined ? { start, end: start } : { start } };
  if (Number(last) < start)
    throw new ToolFailure(`Invalid range ${start}-${last}: end must be >= start.`);
  return { path: file, lines: { start, end: Number(last) } };
}
