// Commands that people keep as Markdown files: the name is the file's, the body becomes a prompt.
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { defineSlashCommand, type SlashCommand } from "../slash-command.ts";
import { type CommandFolder, commandFolders, type FolderSources } from "./command-folders.ts";
import { expandTemplate } from "./expand-template.ts";
import { readFrontMatter } from "./front-matter.ts";

const ENDING = ".md";
const MAX_BYTES = 1 << 20;

/** The commands of all folders that count, each name once. Nothing of a project that is not trusted is read. */
export function fileCommands(sources: FolderSources): SlashCommand[] {
  const { cwd } = sources;
  const byName = new Map<string, SlashCommand>();
  for (const folder of commandFolders(sources)) {
    for (const command of commandsIn(folder, cwd)) {
      if (!byName.has(command.name)) byName.set(command.name, command);
    }
  }
  return [...byName.values()];
}

function commandsIn(folder: CommandFolder, cwd: string): SlashCommand[] {
  return namesIn(folder.path).flatMap((file) => {
    const text = readCommand(join(folder.path, file), folder.scope === "project" ? cwd : undefined);
    return text === undefined ? [] : [toCommand(file.slice(0, -ENDING.length), text, folder)];
  });
}

function toCommand(name: string, text: string, { source, scope }: CommandFolder): SlashCommand {
  const { fields, body } = readFrontMatter(text);
  const usage = fields["argument-hint"];
  const about = fields["description"] ?? firstLine(body);
  return defineSlashCommand({
    name,
    summary: `${about} (${source}, ${scope})`,
    usage: usage ?? "[words]",
    run: (argument) => expandTemplate(body, argument),
  });
}

function firstLine(body: string): string {
  const line = body.split("\n").find((each) => each.trim() !== "") ?? "";
  return line.replace(/^#+\s*/, "").slice(0, 60);
}

/** A file as it is; a pipe, something huge, or a link out of the project is left alone. */
function readCommand(path: string, root: string | undefined): string | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    const isInside =
      root === undefined || realpathSync.native(path).startsWith(realpathSync.native(root) + sep);
    return isInside ? readFileSync(path, "utf8") : undefined;
  } catch {
    // Gone since it was listed, or not ours to read: no command.
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ENDING) && !/\s/.test(name))
      .sort();
  } catch {
    return []; // No folder, no commands.
  }
}
