// The environment in which git runs nothing that a repository names, whoever starts it: omp itself, or a command of a
// project that nobody trusts.
import { repositoryKeys } from "./config-keys.ts";
import { findRepository } from "./find-repository.ts";
import { harmlessSettings, namesTransportProgram } from "./harmless-settings.ts";

type Environment = Readonly<Record<string, string>>;

const LOCAL = "file";
const REMOTE = "http:https:ssh:git";

/** Variables to add to those of a command in `cwd`. What the user's own configuration says stays in force. */
export function harmlessGitVariables(cwd: string, env: Environment): Record<string, string> {
  const repository = findRepository(cwd);
  const keys = repository === undefined ? new Set<string>() : repositoryKeys(repository);
  const hasTransport = [...keys].some(namesTransportProgram);
  const before = Number(env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const settings = harmlessSettings(keys);
  const pairs = settings.flatMap(({ key, value }, at): [string, string][] => [
    [`GIT_CONFIG_KEY_${before + at}`, key],
    [`GIT_CONFIG_VALUE_${before + at}`, value],
  ]);
  return {
    GIT_CONFIG_COUNT: String(before + settings.length),
    ...Object.fromEntries(pairs),
    GIT_ALLOW_PROTOCOL: hasTransport ? REMOTE : `${REMOTE}:${LOCAL}`,
  };
}
