// What the model reads when the sandbox stood in the way of a command. Pure.

const DENIED =
  /Read-only file system|\bEROFS\b|Could not resolve host|Temporary failure in name resolution|Name or service not known|\bEAI_AGAIN\b|\bENOTFOUND\b|Network is unreachable|\bENETUNREACH\b|The sandbox does not let commands reach|Could not resolve hostname|dial tcp: lookup/;
const TAIL_BYTES = 8 * 1024;
const HINT =
  '[Sandbox: only the workspace and $TMPDIR can be changed, and there is no network. Where a command needs more, ask the user: outside: "host.name" or outside: "all".]';

/** Watches the end of a command's output for signs that the sandbox stopped it. */
export function deniedHint(): {
  observe(bytes: Uint8Array): void;
  notes(): string[];
} {
  let tail = "";
  return {
    observe(bytes) {
      const last = bytes.length > TAIL_BYTES ? bytes.subarray(-TAIL_BYTES) : bytes;
      tail = (tail + Buffer.from(last).toString("latin1")).slice(-TAIL_BYTES);
    },
    notes: () => (DENIED.test(tail) ? [HINT] : []),
  };
}

/** What was put back after a command. */
export function putBackNote(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  return [`[Sandbox: protected, put back as before: ${paths.join(", ")}]`];
}
