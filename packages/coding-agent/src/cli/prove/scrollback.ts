// Shown in a terminal that is looked at from outside: omp runs in a private tmux that changes its size while an answer is shown, and
// then each line of the answer is there once, in order.
import { runProgram } from "../../platform/run-program.ts";
import type { PrivateWorld } from "./private-world.ts";
import { fails, holds, type ProofResult, unknown } from "./proof.ts";

const LINES = 120;
const SIZES = [
  [60, 12],
  [100, 30],
  [45, 20],
  [80, 24],
] as const;
const DEADLINE_MS = 12_000;
const PAUSE_MS = 60;
const LEAVING_MS = 3000;

export async function scrollback(world: PrivateWorld): Promise<ProofResult> {
  const tmux = tmuxIn(world);
  const isThere = await tmux("-V").then(
    ({ code }) => code === 0,
    () => false,
  );
  if (!isThere)
    return unknown("it takes tmux to look at a terminal from outside, and there is none");
  const words = Array.from({ length: LINES }, (_, at) => `- line ${at + 1} of the answer`);
  world.model.answer({ text: words.join("\n") });
  const start = [...world.command, "--model", "prove/m"];
  try {
    await tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", world.project, ...start);
    await tmux("set-option", "-g", "window-size", "manual");
    if (!(await isSeen(tmux, /Ask anything/))) return unknown("omp did not start in tmux");
    await tmux("send-keys", "hello", "Enter");
    for (const [columns, rows] of SIZES)
      await tmux("resize-window", "-x", String(columns), "-y", String(rows));
    if (!(await isSeen(tmux, new RegExp(`line ${LINES} of the answer`))))
      return fails("the answer was not shown");
    return judge(await history(tmux));
  } finally {
    await leave(tmux);
  }
}

/** omp ends by itself, so that it writes nothing once its home is gone. */
async function leave(tmux: Tmux): Promise<void> {
  await tmux("send-keys", "C-d");
  for (let waited = 0; waited < LEAVING_MS; waited += PAUSE_MS) {
    const { code } = await tmux("has-session");
    if (code !== 0) return;
    await Bun.sleep(PAUSE_MS);
  }
  await tmux("kill-server");
}

type Tmux = (...args: readonly string[]) => Promise<{ code: number; text: string }>;

function tmuxIn(world: PrivateWorld): Tmux {
  const env = { ...world.env({ TERM: "xterm-256color" }), TMUX_TMPDIR: world.root };
  const base = ["tmux", "-L", "prove", "-f", "/dev/null"];
  return async (...args) => {
    const { exitCode, stdout } = await runProgram([...base, ...args], env, { cwd: world.project });
    return { code: exitCode, text: new TextDecoder().decode(stdout) };
  };
}

const history = async (tmux: Tmux): Promise<string> =>
  (await tmux("capture-pane", "-p", "-J", "-S", "-")).text;

async function isSeen(tmux: Tmux, wanted: RegExp): Promise<boolean> {
  for (let waited = 0; waited < DEADLINE_MS; waited += PAUSE_MS) {
    if (wanted.test(await history(tmux))) return true;
    await Bun.sleep(PAUSE_MS);
  }
  return false;
}

function judge(text: string): ProofResult {
  const found = [...text.matchAll(/line (\d+) of the answer/g)].map(([, number]) => Number(number));
  const isWhole = found.length === LINES && found.every((number, at) => number === at + 1);
  if (isWhole)
    return holds(
      `${LINES} lines, ${SIZES.length} changes of size: each line is there once, in order`,
    );
  const lost = LINES - new Set(found).size;
  const doubled = found.length - new Set(found).size;
  return fails(`of ${LINES} lines ${lost} were lost and ${doubled} shown twice`);
}
