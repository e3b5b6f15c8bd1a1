// Who may sum up a session's conversation besides its models. Nothing leaves with secrets in it.
import type { ModelAccess } from "../services/model-access.ts";
import type { SummingMeans } from "../session/compaction/compaction-hooks.ts";
import type { Launch } from "../session/launch.ts";
import type { SessionSecrets } from "./session-secrets.ts";

/** The means of one session. */
export function summingMeans({
  launch,
  secrets,
  access,
}: {
  readonly launch: Launch;
  readonly secrets: SessionSecrets;
  readonly access: ModelAccess;
}): SummingMeans {
  // A program that wants to see everything that models see would not see this.
  const isWatched = launch.embedded?.wrapStream !== undefined;
  return {
    fetcher: secrets.fetcher(fetch),
    compactRemotely: isWatched
      ? undefined
      : ({ messages, system, ...request }, call) =>
          access.compact(
            { ...request, messages: secrets.hide(messages), system: secrets.hide(system) },
            call,
          ),
  };
}
