// The `export_html` command: writes the session as one HTML page.
import { basename, resolve } from "node:path";
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { readExported } from "../export/read-exported.ts";
import { writeSessionHtml } from "../export/write-session-html.ts";

export default defineCommand({
  name: "export_html",
  input: z.object({ outputPath: z.string().optional() }),
  output: z.object({ path: z.string() }),
  async run({ conversation, tools, system }, { outputPath }) {
    const { file, header } = conversation.log;
    if (file === undefined) throw new CommandError("Cannot export in-memory session to HTML");
    const path = resolve(header.cwd, outputPath ?? `omp-session-${basename(file, ".jsonl")}.html`);
    const { log } = conversation;
    // The file has what compactions took out of the context, and every branch; secrets never were in it.
    const kept = readExported(file, { blobs: log.blobs, leafId: log.leafId });
    if (kept === undefined) throw new CommandError(`${file} is no session any more.`);
    const { systemPrompt } = log.hide({ systemPrompt: system.join("\n\n") });
    await writeSessionHtml(path, { ...kept, header, tools, systemPrompt });
    return { path };
  },
});
