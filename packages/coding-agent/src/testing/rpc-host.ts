// A host that talks to the shipped binary over RPC, one frame at a time. Tests only.
import type { RunningProcess } from "@oh-my-pi/pi-testkit/process";
import { createOmp, type OmpProcess } from "./omp-process.ts";

export interface RpcFrame {
  readonly type: string;
  readonly id?: string;
  readonly command?: string;
  readonly success?: boolean;
  readonly error?: string;
  readonly data?: Record<string, unknown> | null;
  readonly [field: string]: unknown;
}

export interface RpcHost extends AsyncDisposable {
  readonly omp: OmpProcess;
  readonly process: RunningProcess;
  /** Everything that came so far, in order. */
  frames(): RpcFrame[];
  send(frame: object): void;
  /** Sends a command and gives its answer. */
  ask(type: string, fields?: object): Promise<RpcFrame>;
  /** The first frame from now on, or from frame `from`, that fits. */
  next(fits: (frame: RpcFrame) => boolean, from?: number): Promise<RpcFrame>;
  /** Closes stdin and waits for the end. */
  end(): ReturnType<RunningProcess["exited"]["then"]>;
}

/** Starts omp in RPC mode with a fake model; disposing ends it. */
export async function startRpcHost(
  args: readonly string[] = ["--mode", "rpc"],
  omp: OmpProcess = createOmp(),
): Promise<RpcHost> {
  const child = omp.serve(["--model", "fake/m", ...args]);
  const frames = (): RpcFrame[] =>
    child.stdout
      .slice(0, child.stdout.lastIndexOf("\n") + 1)
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as RpcFrame);
  const next = async (fits: (frame: RpcFrame) => boolean, from = 0): Promise<RpcFrame> => {
    const find = (): RpcFrame | undefined => frames().slice(from).find(fits);
    await child.waitForStdout(() => find() !== undefined);
    return find() as RpcFrame;
  };
  let asked = 0;
  const send = (frame: object): void => child.write(`${JSON.stringify(frame)}\n`);
  await next(({ type }) => type === "ready");
  return {
    omp,
    process: child,
    frames,
    send,
    next,
    ask: (type, fields = {}) => {
      const id = `ask-${++asked}`;
      send({ id, type, ...fields });
      return next((frame) => frame.type === "response" && frame.id === id);
    },
    end: () => {
      child.closeStdin();
      return child.exited;
    },
    [Symbol.asyncDispose]: async () => {
      await using _omp = omp;
      await child[Symbol.asyncDispose]();
    },
  };
}
