// The editor's files over ACP: text inside the session's directory is read and written there, so that what was typed
// and not saved is seen, and what the model writes appears in open buffers.
import type { AgentContext, ClientCapabilities } from "@agentclientprotocol/sdk";
import { isAbsolute, relative } from "node:path";
import type { OpenBuffers } from "../../services/editor/open-buffers.ts";

export interface FilesPort {
  readonly client: Pick<AgentContext, "request">;
  readonly sessionId: () => string | undefined;
  readonly cwd: string;
}

/** The buffers that the editor offers; undefined where it offers none. */
export function clientFiles(
  { client, sessionId, cwd }: FilesPort,
  { fs }: ClientCapabilities,
): OpenBuffers | undefined {
  if (fs?.readTextFile !== true && fs?.writeTextFile !== true) return undefined;
  const isInside = (path: string): boolean => {
    const below = relative(cwd, path);
    return below !== "" && !below.startsWith("..") && !isAbsolute(below);
  };
  const read: OpenBuffers["read"] = async (path, signal) => {
    const session = sessionId();
    if (session === undefined || !isInside(path)) return undefined;
    const options = signal && { cancellationSignal: signal };
    try {
      const { content } = await client.request(
        "fs/read_text_file",
        { sessionId: session, path },
        options,
      );
      return content;
    } catch {
      // Not a file that the editor shows, such as one it was told to leave out: the disk has it.
      return undefined;
    }
  };
  const write: OpenBuffers["write"] = async (path, content) => {
    const session = sessionId();
    if (session === undefined || !isInside(path)) return false;
    await client.request("fs/write_text_file", { sessionId: session, path, content });
    return true;
  };
  return {
    ...(fs.readTextFile === true && { read }),
    ...(fs.writeTextFile === true && { write }),
  };
}
