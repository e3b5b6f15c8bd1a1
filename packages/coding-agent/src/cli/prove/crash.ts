// Shown with processes that are killed while they work: every message that was accepted is in the session, once and in order.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { startLineProcess } from "../../platform/line-process.ts";
import { openSessionLog } from "../../session/log/open-log.ts";
import type { PrivateWorld } from "./private-world.ts";
import { fails, holds, type ProofResult, unknown } from "./proof.ts";

const KILLS = 3;
const MESSAGES = 4;

export async function crash(world: PrivateWorld): Promise<ProofResult> {
  const accepted: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const problem = await talkAndKill(world, accepted);
    if (problem !== undefined) return unknown(problem);
  }
  const sessions = join(world.home, ".omp/agent/sessions");
  const files = readdirSync(sessions, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
  const said = files.flatMap((name) => messagesIn(join(sessions, name), world));
  const kept = said.filter((text) => accepted.includes(text));
  if (kept.join() !== accepted.join())
    return fails(`of ${accepted.length} messages that were accepted, ${kept.length} are there`);
  return holds(
    `${KILLS} times omp was killed while it worked: all ${accepted.length} messages it had accepted are there, once and in order`,
  );
}

/** Says things to an omp whose model keeps it waiting, and kills it as soon as the last one was accepted. */
async function talkAndKill(world: PrivateWorld, accepted: string[]): Promise<string | undefined> {
  world.model.answer("silence");
  const args = ["--mode", "rpc", "--model", "prove/m"];
  const child = startLineProcess([...world.command, ...args], {
    cwd: world.project,
    env: { ...world.env(), PI_CODING_AGENT_DIR: "", PI_CONFIG_DIR: "", ...noXdg(world) },
  });
  let sent = 0;
  const say = (): void => {
    const message = `message ${accepted.length + 1}`;
    const type = sent++ === 0 ? "prompt" : "follow_up";
    child.write(JSON.stringify({ id: message, type, message }));
  };
  try {
    for await (const line of child.lines()) {
      const frame = JSON.parse(line) as { type: string; id?: string; success?: boolean };
      if (frame.type === "ready") say();
      if (frame.type !== "response") continue;
      if (frame.success !== true || frame.id === undefined) return "omp did not take a message";
      accepted.push(frame.id);
      if (sent === MESSAGES) return undefined;
      say();
    }
    return `omp ended by itself: ${child.stderr.trim().split("\n").at(-1)}`;
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
}

const noXdg = ({ root }: PrivateWorld): Record<string, string> => ({
  XDG_DATA_HOME: join(root, "xdg"),
  XDG_STATE_HOME: join(root, "xdg"),
  XDG_CACHE_HOME: join(root, "xdg"),
});

/** What was said, in the log or still waiting in it. */
function messagesIn(file: string, { host, project }: PrivateWorld): string[] {
  const { platform, now } = host;
  using log = openSessionLog({ file, cwd: project, platform, now });
  const texts = [...log.entries()].map((entry) => JSON.stringify(entry));
  return texts.flatMap((text) => /"(message \d+)"/.exec(text)?.[1] ?? []);
}
