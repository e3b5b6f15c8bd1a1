// A home, a project and servers in which everything that has a name has a hostile one. Tests only.
import { HOSTILE_LINE } from "@oh-my-pi/pi-testkit/foreign-text";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_LOCAL_SERVERS, type OmpProcess } from "./omp-process.ts";

/** The name of a file may be shorter than a line may, and a path holds no slash in it. */
export const HOSTILE_FILE = "hostile\u001b]52;c;cHduZWQ=\u0007\u001b[38;2;6;6;6m\u202e\u009b2J.txt";

/** Fills home and project; gives the variables that lead to the servers. */
export function layOutHostileHome(omp: OmpProcess): Record<string, string> {
  const { workspace, models } = omp;
  const agentDir = join(workspace.home, ".omp/agent");
  mkdirSync(join(agentDir, "commands"), { recursive: true });
  // Nobody is to be reminded of hostile tasks.
  writeFileSync(join(agentDir, "config.yml"), "todo:\n  reminders: false\n");
  const described = `---\ndescription: ${JSON.stringify(HOSTILE_LINE)}\n---\nSay it.\n`;
  writeFileSync(join(agentDir, "commands/evil.md"), described);
  workspace.write({
    [HOSTILE_FILE]: `${HOSTILE_LINE}\n${HOSTILE_LINE}\n`,
    ".git/HEAD": `ref: refs/heads/${HOSTILE_LINE}\n`,
    ".git/config": "[core]\n\trepositoryformatversion = 0\n",
    ".git/objects/.keep": "",
    ".git/refs/heads/.keep": "",
  });
  const model = { name: HOSTILE_LINE, model: HOSTILE_LINE, details: { family: HOSTILE_LINE } };
  const answers = {
    "GET /api/tags": { models: [model] },
    "GET /api/ps": { models: [] },
    "POST /api/show": { capabilities: ["completion"], model_info: {} },
  };
  for (const [route, answer] of Object.entries(answers))
    models.route(route, answer, { isOptional: true });
  return { ...NO_LOCAL_SERVERS, OLLAMA_BASE_URL: models.url };
}

/** Gives the newest session a hostile name. */
export function nameNewestSession({ workspace }: OmpProcess): void {
  const folder = join(workspace.home, ".omp/agent/sessions");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const newest = files
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .at(-1);
  if (newest === undefined) throw new Error("there is no session to name");
  const path = join(folder, newest);
  const [first = "", ...rest] = readFileSync(path, "utf8").split("\n");
  const header = { ...(JSON.parse(first) as object), title: HOSTILE_LINE };
  writeFileSync(path, [JSON.stringify(header), ...rest].join("\n"));
}
