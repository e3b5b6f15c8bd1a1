// The end of a path that names lines: `file:5-16`, `file:20+10,80-90`, `file:7`, `file:-50`, `file:raw`.
// Pure; whether such a file exists is not asked here.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";

/** Lines from `start` to `end`, counted from 1; without `end` to the end of the file. */
export interface LineRange {
  readonly start: number;
  readonly end?: number;
}

export interface LineSelector {
  /** Sorted, without overlaps. */
  readonly ranges: readonly LineRange[];
  /** The last so many lines, instead of ranges. */
  readonly lastLines?: number;
  readonly isRaw: boolean;
  readonly isConflicts: boolean;
}

export interface SplitPath {
  readonly path: string;
  /** The selector as written. */
  readonly sel?: string;
}

const RANGE = String.raw`L?\d+(?:-(?:L?\d+)?|\+L?\d+)?`;
const LINES = String.raw`(?:${RANGE}(?:,${RANGE})*|-\d+)`;
const SELECTOR = new RegExp(`^(.+?):(${LINES}:raw|raw:${LINES}|${LINES}|raw|conflicts)$`, "is");
const URL_SELECTOR = new RegExp(SELECTOR.source.replaceAll("L?", ""), "is");

/** Splits a selector off a path; a last part that is none belongs to the path. */
export function splitSelector(path: string): SplitPath {
  return split(path, SELECTOR);
}

/** The same for a web address: digits after a host are its port. */
export function splitUrlSelector(url: string): SplitPath {
  const parts = split(url, URL_SELECTOR);
  const isPort = parts.sel !== undefined && /^\w+:\/\/[^/?#]*$/.test(parts.path);
  return isPort && /^\d+$/.test(parts.sel ?? "") ? { path: url } : parts;
}

/** The same for an internal address; one that holds another address is left whole. */
export function splitInternalSelector(href: string): SplitPath {
  return href.indexOf("://") === href.lastIndexOf("://") ? split(href, SELECTOR) : { path: href };
}

/** Reads a selector; throws ToolFailure when its numbers make no sense. */
export function parseSelector(sel: string): LineSelector {
  const parts = sel.toLowerCase().split(":");
  const isRaw = parts.includes("raw");
  const lines = parts.find((part) => part !== "raw" && part !== "conflicts");
  const base = { ranges: [], isRaw, isConflicts: parts.includes("conflicts") };
  if (lines === undefined) return base;
  const last = /^-(\d+)$/.exec(lines)?.[1];
  if (last !== undefined) {
    if (Number(last) < 1) throw new ToolFailure("Invalid selector -0: ask for at least 1 line.");
    return { ...base, lastLines: Number(last) };
  }
  return { ...base, ranges: mergeRanges(lines.split(",").map(parseRange)) };
}

function split(path: string, pattern: RegExp): SplitPath {
  const match = pattern.exec(path);
  return match === null ? { path } : { path: match[1] ?? "", sel: match[2] ?? "" };
}

function parseRange(text: string): LineRange {
  const match = /^l?(\d+)(?:(-)(?:l?(\d+))?|\+l?(\d+))?$/.exec(text);
  const [, first, , last, count] = match ?? [];
  const start = Number(first);
  if (start === 0)
    throw new ToolFailure("Line selector 0 is invalid; lines are 1-indexed. Use :1.");
  if (count !== undefined) {
    if (Number(count) < 1)
      throw new ToolFailure(`Invalid range ${start}+${count}: count must be >= 1.`);
    return { start, end: start + Number(count) - 1 };
  }
  if (last === undefined) return { start };
  if (Number(last) < start)
    throw new ToolFailure(`Invalid range ${start}-${last}: end must be >= start.`);
  return { start, end: Number(last) };
}

function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  const merged: LineRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last === undefined || (last.end !== undefined && range.start > last.end + 1)) {
      merged.push(range);
    } else if (last.end !== undefined) {
      const { start } = last;
      merged[merged.length - 1] =
        range.end === undefined ? { start } : { start, end: Math.max(last.end, range.end) };
    }
  }
  return merged;
}
