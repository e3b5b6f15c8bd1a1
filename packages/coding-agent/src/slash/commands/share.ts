// The `/share` command: the session as a page for others, by the user's own handler or as a secret gist.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import { runProgram } from "../../platform/run-program.ts";
import { findShareHandler, shareByHandler } from "../../services/share/custom-handler.ts";
import { shareAsGist } from "../../services/share/gist.ts";
import { defineSlashCommand, type SlashPort } from "../slash-command.ts";

export default defineSlashCommand({
  name: "share",
  summary: "Give others a page of this session, as a secret gist",
  async run(_, port) {
    const folder = mkdtempSync(join(port.host.tmp, "omp-share-"));
    try {
      const page = join(folder, "session.html");
      await port.sessions.send({ type: "export_html", outputPath: page });
      port.reply(await share(page, port));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** Where the page is now, in words. */
async function share(page: string, { host, sessions }: SlashPort): Promise<string> {
  const handler = findShareHandler(agentPaths(host).agentDir);
  if (handler !== undefined) {
    const { url, message } = await shareByHandler(handler, page);
    const told = [message, url && `Shared: ${url}`].filter(Boolean);
    return told.length === 0 ? "The session was shared." : told.join("\n");
  }
  const { cwd } = sessions.current.log.header;
  const { preview, gist } = await shareAsGist(page, (argv) => runProgram(argv, host.env, { cwd }));
  return `Shared: ${preview}\nWhoever has this address can read it; take it back with gh gist delete ${gist}`;
}
