// `omp trust`: the projects whose own settings and programs omp may use.
import { resolve } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import { trustProject } from "../../trust/project-trust.ts";
import { TrustStore } from "../../trust/trust-store.ts";
import {
  type CliCommand,
  type CommandCall,
  JSON_FLAG,
  jsonText,
  unknownAction,
} from "../command.ts";
import { alignRows, timeText } from "../table.ts";

export default {
  summary: "projects whose own settings and programs omp may use",
  forms: [
    ["trust list", "every decision, and what you agreed to"],
    ["trust add [path]", "trust this folder, or another one"],
    ["trust remove [path]", "forget it and all that you agreed to"],
  ],
  examples: [
    ["omp trust add", "after a look at its .omp folder"],
    ["omp trust list --json", "what you agreed to, and when"],
    ["omp trust remove ~/work/old", "forget a project"],
  ],
  maxWords: 2,
  flags: [JSON_FLAG],
  run,
} satisfies CliCommand;

async function run(call: CommandCall): Promise<ExitName> {
  const { args, host, output } = call;
  const [action = "list", path] = args.words;
  const handle = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (handle === undefined) throw unknownAction("trust", action, Object.keys(ACTIONS));
  const { trustFile: file } = agentPaths(host);
  const store = new TrustStore({ file, platform: host.platform, now: host.now });
  const { data, text } = await handle(store, resolve(host.cwd, path ?? "."));
  output.out.write(args.flags.has("json") ? jsonText(data) : text);
  return "ok";
}

interface Answer {
  readonly data: unknown;
  readonly text: string;
}

const ACTIONS: Readonly<Record<string, (store: TrustStore, path: string) => Promise<Answer>>> = {
  list: async (store) => {
    if (store.problem !== undefined) throw new UserError(store.problem, "error");
    const { projects, consents } = store.records;
    const listed = projects.map(({ folder, decidedAt }) => ({
      path: folder.path,
      state: store.stateOf(folder.path),
      decidedAt,
      items: consents.filter(({ project }) => project === folder.path).map(({ item }) => item),
    }));
    const rows = listed.flatMap(({ path, state, decidedAt, items }) => [
      [path, state, `since ${timeText(decidedAt)}`],
      ...items.map(({ kind, name, hash }) => [`  ${kind} ${name}`, "agreed", hash.slice(0, 12)]),
    ]);
    const text = listed.length === 0 ? "No project is trusted.\n" : alignRows(rows);
    return { data: { projects: listed }, text };
  },
  add: async (store, path) => {
    const folder = await trustProject(store, path);
    return { data: { path: folder, state: "trusted" }, text: alignRows([[`Trusted ${folder}`]]) };
  },
  remove: async (store, path) => {
    const isKnown = await store.forget(path);
    return {
      data: { path, isKnown },
      text: alignRows([[`${isKnown ? "Forgot" : "Nothing was known of"} ${path}`]]),
    };
  },
};
