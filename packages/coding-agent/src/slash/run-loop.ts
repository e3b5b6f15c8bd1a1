// Says one message round after round until there were enough, time is up, a round fails, or somebody stops it.
import { loopMode } from "./settings.ts";
import type { SlashPort } from "./slash-command.ts";

export interface LoopLimits {
  readonly rounds: number;
  readonly untilMs: number;
}

export async function runLoop(
  message: string,
  { sessions, settings, reply, host }: SlashPort,
  { rounds, untilMs }: LoopLimits,
): Promise<void> {
  if (sessions.current.isRunning)
    return reply("The model is still answering; loop when it is done.");
  let round = 0;
  while (round < rounds && host.now() < untilMs) {
    if (round > 0 && !(await prepareNext())) return;
    round++;
    const { current } = sessions;
    await current.prompt(message);
    const reason = current.lastAnswer?.stopReason;
    if (sessions.current !== current || reason === "aborted" || reason === "error")
      return reply(`The loop ended in round ${round}.`);
  }
  reply(`The loop is over after ${round} ${round === 1 ? "round" : "rounds"}.`);

  /** Between two rounds; false when the loop cannot go on. */
  async function prepareNext(): Promise<boolean> {
    const mode = settings.get(loopMode);
    try {
      if (mode === "compact") await sessions.send({ type: "compact" });
      if (mode === "reset") await sessions.open({ kind: "new" });
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      reply(`The loop ended after round ${round}: ${why}`);
      return false;
    }
  }
}
