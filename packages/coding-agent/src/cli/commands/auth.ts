// `omp auth`: the keys that omp keeps for providers. A key is read from stdin, never from the command line,
// where other users could see it; it is shown masked only.
import { type Credential, maskSecret } from "@oh-my-pi/pi-ai/credential";
import type { KeySource } from "@oh-my-pi/pi-ai/resolve-key";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import { agentPaths } from "../../platform/agent-paths.ts";
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import type { Host } from "../../platform/host.ts";
import { missingKeyMessage } from "../../services/deployments/way.ts";
import { keyFinder } from "../../services/find-key.ts";
import { openStore } from "../../services/model-sources.ts";
import { openCredentials } from "../../services/open-credentials.ts";
import { providerAccess } from "../../services/models/provider-access.ts";
import {
  type CliCommand,
  type CommandCall,
  JSON_FLAG,
  jsonText,
  unknownAction,
} from "../command.ts";
import { readAllInput } from "../stdio.ts";
import { alignRows } from "../table.ts";

export default {
  summary: "keys that omp keeps for providers",
  forms: [
    ["auth list", "keys, logins and variables, masked"],
    ["auth show <provider>", "which key would be used; masked"],
    ["auth add <provider>", "store the key that is read from stdin"],
    ["auth remove <provider|id>", "forget all of a provider, or one"],
  ],
  examples: [
    ["omp auth add anthropic < key.txt", "not in your shell's history"],
    ["pass show openai | omp auth add openai", "from a password manager"],
    ["omp auth show anthropic", "which key would be used, and why"],
    ["omp auth remove anthropic", "forget it"],
  ],
  maxWords: Number.POSITIVE_INFINITY,
  flags: [
    { name: "label", value: "text", group: "other", help: "a name for the key, with auth add" },
    { name: "reveal", group: "other", help: "print the key itself, with auth show" },
    JSON_FLAG,
  ],
  run,
} satisfies CliCommand;

async function run(call: CommandCall): Promise<ExitName> {
  const [action = "list", word] = call.args.words;
  if (action === "list") return list(call);
  if (action !== "add" && action !== "remove" && action !== "show")
    throw unknownAction("auth", action, ["list", "show", "add", "remove"]);
  if (word === undefined) throw new UserError(`Of which provider? omp auth ${action} <provider>.`);
  if (call.args.words.length > 2) {
    throw new UserError(
      `Too many words. A key is read from stdin, so that nobody else sees it: omp auth ${action} ${word} < key.txt`,
    );
  }
  if (action === "show") return show(call, word);
  return action === "add" ? add(call, word) : remove(call, word);
}

async function list({ args, host, output }: CommandCall): Promise<ExitName> {
  using store = await openStore(host);
  const stored = (store?.list() ?? []).map((credential) => describe(credential, host));
  const inEnv = listProviders().flatMap(({ id, env }) =>
    env.filter((name) => host.env[name]).map((name) => ({ provider: id, variable: name })),
  );
  if (args.flags.has("json")) {
    output.out.write(jsonText({ stored, environment: inEnv }));
    return "ok";
  }
  if (stored.length + inEnv.length === 0) {
    output.out.write("No keys. Add one with omp auth add <provider>, or set its variable.\n");
    return "ok";
  }
  const rows = [
    ...stored.map(({ id, provider, kind, masked, label, state }) => [
      String(id),
      provider,
      kind,
      masked,
      label ?? "",
      state,
    ]),
    ...inEnv.map(({ provider, variable }) => ["", provider, "environment", `$${variable}`, "", ""]),
  ];
  output.out.write(alignRows(rows));
  return "ok";
}

function describe(
  { id, provider, secret, label, blockedUntilMs, disabledCause }: Credential,
  host: Host,
) {
  const isBlocked = blockedUntilMs > host.now();
  const state =
    disabledCause ?? (isBlocked ? `until ${new Date(blockedUntilMs).toISOString()}` : "");
  const masked = maskSecret(secret.kind === "apiKey" ? secret.key : secret.access);
  const kind = secret.kind === "apiKey" ? "key" : "login";
  return { id, provider, kind, masked, label, state };
}

const SOURCES: Readonly<Record<KeySource, string>> = {
  flag: "--api-key",
  "stored-key": "a stored key",
  "stored-login": "a stored login",
  environment: "the environment",
  "models-file": "models.yml",
  "not-needed": "nowhere: none is needed",
};

async function show({ args, host, output }: CommandCall, provider: string): Promise<ExitName> {
  using store = await openStore(host);
  const access = await providerAccess(agentPaths(host).modelsFile, provider);
  const find = await keyFinder({ provider, flag: undefined, store, access }, host);
  const found = await find();
  if (!found.ok) throw new UserError(missingKeyMessage(provider, found.looked), "noCredentials");
  const masked = found.key === "" ? "" : maskSecret(found.key);
  if (args.flags.has("reveal")) output.out.write(`${found.key}\n`);
  else if (args.flags.has("json"))
    output.out.write(jsonText({ provider, key: masked, source: found.source }));
  else output.out.write(`${provider}: ${masked || "no key"} from ${SOURCES[found.source]}\n`);
  return "ok";
}

async function add({ args, host, output }: CommandCall, provider: string): Promise<ExitName> {
  warnUnknown(provider, output.err);
  if (host.isStdinTty) {
    output.err.write(`Paste the key of ${provider}, press Enter, then Ctrl+D.\n`);
    await output.err.flush();
  }
  const key = (await readAllInput()).trim();
  if (key === "") throw new UserError(`No key came on stdin: omp auth add ${provider} < key.txt`);
  if (/\s/.test(key))
    throw new UserError("A key has no spaces or line breaks inside; nothing was stored.");
  const label = args.flags.get("label");
  using store = await openCredentials(host);
  const added = store.add(
    provider,
    { kind: "apiKey", key },
    typeof label === "string" ? label : undefined,
  );
  output.out.write(
    args.flags.has("json")
      ? jsonText(describe(added, host))
      : `Stored ${maskSecret(key)} for ${provider}.\n`,
  );
  return "ok";
}

function warnUnknown(provider: string, err: CommandCall["output"]["err"]): void {
  const ids = listProviders().map(({ id }) => id);
  if (ids.includes(provider)) return;
  const meant = nearest(provider, ids);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  err.write(`omp: ${provider} is no built-in provider; models.yml must describe it.${hint}\n`);
}

async function remove({ args, host, output }: CommandCall, word: string): Promise<ExitName> {
  using store = await openStore(host);
  const chosen = (store?.list() ?? []).filter(
    ({ id, provider }) => provider === word || String(id) === word,
  );
  if (chosen.length === 0)
    throw new UserError(`No stored key of ${word}. See omp auth list.`, "error");
  for (const { id } of chosen) store?.remove(id);
  output.out.write(
    args.flags.has("json")
      ? jsonText({ removed: chosen.map(({ id }) => id) })
      : `Removed ${chosen.length === 1 ? "one key" : `${chosen.length} keys`} of ${chosen[0]?.provider}.\n`,
  );
  return "ok";
}
