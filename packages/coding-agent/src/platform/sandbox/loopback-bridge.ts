// A door from the loopback of a sandbox to a socket file of ours: a small process that lives in the network of the
// sandbox and nowhere else of it.
import { runtimeArguments } from "./enter-script.ts";
import { SYSTEM_PATH } from "./candidate-backends.ts";

export interface BridgeOptions {
  /** A process in the sandbox. */
  readonly pid: number;
  readonly port: number;
  readonly socketFile: string;
  readonly execPath: string;
  readonly env: Readonly<Record<string, string>>;
}

const FORWARD = `
const [port, unix] = process.argv.slice(1);
const pass = (from) => ({
  data(socket, bytes) { const to = from(socket); if (to) write(to, bytes); else (socket.data.early ??= []).push(Buffer.from(bytes)); },
  drain(socket) { flush(socket); },
  close(socket) { socket.data.isClosed = true; from(socket)?.end(); },
  error(socket) { from(socket)?.end(); },
});
const write = (socket, bytes) => { (socket.data.queue ??= []).push(Buffer.from(bytes)); flush(socket); };
const flush = (socket) => {
  const queue = socket.data.queue ?? [];
  while (queue.length > 0) {
    const sent = socket.write(queue[0]);
    if (sent < queue[0].length) { queue[0] = queue[0].subarray(Math.max(0, sent)); return; }
    queue.shift();
  }
};
Bun.listen({ hostname: "127.0.0.1", port: Number(port), socket: {
  ...pass((socket) => socket.data.other),
  async open(client) {
    client.data = {};
    try {
      const other = await Bun.connect({ unix, data: { other: client }, socket: pass((socket) => socket.data.other) });
      client.data.other = other;
      for (const bytes of client.data.early ?? []) write(other, bytes);
      if (client.data.isClosed) other.end();
    } catch { client.end(); }
  },
} });
console.log("ready");
for await (const _ of Bun.stdin.stream());
process.exit();
`;

/** Resolves when connections are taken; rejects, with the reason, when they never will be. */
export async function openLoopbackBridge(options: BridgeOptions): Promise<AsyncDisposable> {
  const { pid, port, socketFile, execPath, env } = options;
  const nsenter = Bun.which("nsenter", { PATH: SYSTEM_PATH });
  if (nsenter === null) throw new Error("nsenter is needed to grant single hosts");
  const enter = [nsenter, "--preserve-credentials", "--user", "--net", "--target", String(pid)];
  const run = [...runtimeArguments(execPath, FORWARD), String(port), socketFile];
  const child = Bun.spawn([...enter, "--", ...run], {
    env: { ...env },
    cwd: "/",
    // Its end tells the bridge that this process is gone, however it went.
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  if (value === undefined) {
    const why = (await child.stderr.text()).trim().split("\n").at(-1);
    throw new Error(`the network of the sandbox could not be entered: ${why}`);
  }
  child.unref();
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
