// The `export_html` command: writes the session as one HTML page.
import { basename, resolve } from "node:path";
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { writeSessionHtml } from "../export/write-session-html.ts";

export default defineCommand({
  name: "export_html",
  input: z.object({ outputPath: z.string().optional() }),
  output: z.object({ path: z.string() }),
  run({ conversation, tools, system }, { outputPath }) {
    const { file, header } = conversation.log;
    if (file === undefined) throw new CommandError("Cannot export in-memory session to HTML");
    const path = resolve(header.cwd, outputPath ?? `omp-session-${basename(file, ".jsonl")}.html`);
    const { messages, systemPrompt } = conversation.log.hide({
      messages: conversation.messages,
      systemPrompt: system.join("\n\n"),
    });
    writeSessionHtml(path, { header, messages, tools, systemPrompt });
    return { path };
  },
});
