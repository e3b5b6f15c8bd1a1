// Writes a plain file: new or in the place of the old content.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { TextDocument } from "@oh-my-pi/pi-edit/document";
import { statSync } from "node:fs";
import { writeInEditor } from "../../services/editor/open-buffers.ts";
import { refuseGenerated } from "../../services/files/generated-guard.ts";
import { createFile, replaceFile } from "../../services/files/replace-file.ts";
import { describeSystemError } from "../../services/files/system-error.ts";
import { followLinks } from "../../services/files/write-target.ts";
import type { WriteNeeds, WriteResult } from "./write-result.ts";

export async function writeFile(
  path: string,
  content: string,
  needs: WriteNeeds,
): Promise<WriteResult> {
  const { workspace, options, memory } = needs;
  const absolute = workspace.resolve(path);
  const shown = workspace.display(absolute);
  const bytes = new TextEncoder().encode(content);
  try {
    const target = followLinks(absolute);
    const stats = statSync(target, { throwIfNoEntry: false });
    if (stats?.isDirectory() || (stats === undefined && /[/\\]$/.test(path)))
      throw new ToolFailure(`Path is a directory: ${shown}`);
    if (stats !== undefined && options.edit.blockGenerated) refuseGenerated(target, shown);
    if (stats === undefined) createFile(target, bytes);
    if (!(await writeInEditor(workspace.buffers, absolute, bytes)) && stats !== undefined)
      replaceFile(target, bytes);
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw new ToolFailure(`Cannot write ${shown}: ${describeSystemError(error)}.`, {
      cause: error,
    });
  }
  memory.reads.recordDocument(absolute, TextDocument.fromText(content.replace(/^\ufeff/, "")));
  return { content: `Successfully wrote ${bytes.length} bytes to ${shown}`, details: {} };
}
