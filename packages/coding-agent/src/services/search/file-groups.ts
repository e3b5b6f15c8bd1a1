// Results of several files as text: a heading for each directory and each file, as models are used to. Pure.
import { formatHashlineHeader } from "@oh-my-pi/pi-edit/hashline/header";
import { basename, dirname } from "node:path";

/** What is shown of one file. */
export interface FileGroup {
  /** As people and models see it. */
  readonly path: string;
  /** Absent where the lines are no anchors for edits. */
  readonly hash?: string;
  /** Behind the heading. */
  readonly note?: string;
  readonly lines: readonly string[];
}

/** One file that was named itself. */
export function showFile({ path, hash, lines }: FileGroup): string {
  const head = hash === undefined ? [] : [formatHashlineHeader(path, hash)];
  return [...head, ...lines].join("\n");
}

/** `# dir/`, then `## file#hash` for each file in it; files of the working directory are `# file#hash`. */
export function showGroups(groups: readonly FileGroup[]): string {
  const blocks: string[] = [];
  let directory = ".";
  for (const group of groups) {
    const own = dirname(group.path);
    const isNew = own !== directory;
    directory = own;
    const name = printable(own === "." ? group.path : basename(group.path));
    const mark = own === "." ? "#" : "##";
    const heading = `${mark} ${name}${group.hash === undefined ? "" : `#${group.hash}`}${group.note ?? ""}`;
    const above = isNew && own !== "." ? [`# ${printable(own)}/`] : [];
    blocks.push([...above, heading, ...group.lines].join("\n"));
  }
  return blocks.join("\n\n");
}

/** A name that would break the layout is written as a JSON string. */
export function printable(name: string): string {
  return /[\u0000-\u001f\u007f]/.test(name) ? JSON.stringify(name) : name;
}
