// Runs one command of the user's own configuration for what it prints, within a time limit, and leaves
// nothing of it behind.

export interface CapturedCommand {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

/** What a helper prints is a short secret; more than this is a mistake. */
const MAX_BYTES = 64 * 1024;

/** Its standard output; undefined when it failed, printed too much or took too long. */
export async function captureCommand({
  command,
  env,
  timeoutMs,
}: CapturedCommand): Promise<string | undefined> {
  const child = Bun.spawn(["/bin/sh", "-c", command], {
    env: { ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    detached: true,
  });
  const reader = child.stdout.getReader();
  let isTooLate = false;
  const timer = setTimeout(() => {
    isTooLate = true;
    killGroup(child.pid);
    void reader.cancel();
  }, timeoutMs);
  try {
    const text = await readUpTo(reader, MAX_BYTES);
    if (text === undefined) killGroup(child.pid);
    const exitCode = await child.exited;
    return isTooLate || exitCode !== 0 ? undefined : text;
  } finally {
    clearTimeout(timer);
    killGroup(child.pid);
  }
}

interface ByteReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
}

async function readUpTo(reader: ByteReader, maxBytes: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done || value === undefined) return new TextDecoder().decode(Buffer.concat(parts));
    length += value.length;
    if (length > maxBytes) return undefined;
    parts.push(value);
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone, which is what was wanted.
  }
}
