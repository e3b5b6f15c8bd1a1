// Writes the reference pages that are made from the program's own tables, or with `--check` names the stale
// ones and fails.
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { DECLARED } from "../packages/coding-agent/src/assemble/declared-settings.ts";
import { runCommand } from "./command.ts";
import { cliPage } from "./gen-docs/cli-page.ts";
import { embeddedPages } from "./gen-docs/embedded-pages.ts";
import { exitCodesPage } from "./gen-docs/exit-codes-page.ts";
import { describeCommands, rpcPage, rpcSchema } from "./gen-docs/rpc-page.ts";
import rpcFrame from "./gen-docs/rpc-frame.md" with { type: "text" };
import { toolParameterModules } from "./gen-docs/tool-parameters.ts";
import { slashPage } from "./gen-docs/slash-page.ts";
import { settingsPage, settingsSchema } from "./gen-docs/settings-page.ts";

const docs = join(import.meta.dir, "../docs");
const TOOLS = join(import.meta.dir, "../packages/coding-agent/src/tools");
const PAGES_MODULE = "../packages/coding-agent/src/services/internal-urls/pages.gen.ts";

async function textOf(path: string): Promise<string | undefined> {
  const file = Bun.file(path);
  return (await file.exists()) ? file.text() : undefined;
}

await runCommand("gen-docs", "usage: gen-docs [--check]", async (args) => {
  const { values } = parseArgs({ args, options: { check: { type: "boolean", default: false } } });
  const commands = await describeCommands();
  const pages: [name: string, text: string][] = [
    ["settings.md", settingsPage(DECLARED)],
    ["settings.schema.json", settingsSchema(DECLARED)],
    ["rpc.md", rpcPage(commands, rpcFrame)],
    ["rpc.schema.json", rpcSchema(commands)],
    ["cli.md", await cliPage()],
    ["exit-codes.md", exitCodesPage()],
    ["slash-commands.md", await slashPage()],
    [PAGES_MODULE, embeddedPages(docs)],
    ...(await toolParameterModules(TOOLS)).map(([path, text]): [string, string] => [
      relative(docs, join(TOOLS, path)),
      text,
    ]),
  ];
  const stale: string[] = [];
  for (const [name, text] of pages) {
    if ((await textOf(join(docs, name))) === text) continue;
    stale.push(name);
    if (!values.check) await Bun.write(join(docs, name), text);
  }
  if (values.check && stale.length > 0) {
    console.log(`stale: ${stale.join(", ")}\nrun \`npm run gen\` and commit the result`);
    return 1;
  }
  console.log(stale.length === 0 ? "gen-docs: up to date" : `wrote ${stale.join(", ")}`);
  return 0;
});
