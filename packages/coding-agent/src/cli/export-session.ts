// `--export <id|file> [out]`: writes a session as one HTML page. Reads only; the session may be in use.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { basename, resolve } from "node:path";
import { agentPaths } from "../platform/agent-paths.ts";
import { AppendFileError } from "../platform/append-file.ts";
import { type ExitName, UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import { BlobStore } from "../session/log/blob-store.ts";
import { readExported, type ReadSession } from "../session/export/read-exported.ts";
import { writeSessionHtml } from "../session/export/write-session-html.ts";
import { resolveResume } from "../session/log/resume.ts";
import { tools as toolLoaders } from "../tools/index.gen.ts";
import type { ParsedArgs } from "./parse-args.ts";
import type { Output } from "./stdio.ts";

/** Writes the page and says where it is. */
export async function exportSession(
  { flags, words }: ParsedArgs,
  host: Host,
  { out }: Output,
): Promise<ExitName> {
  const [target, ...more] = words;
  if (more.length > 0) throw new UserError("Too many words: omp --export <id|file> [out.html].");
  const file = sessionFile(String(flags.get("export")), host);
  const session = read(file, agentPaths(host).blobsDir);
  const path = resolve(host.cwd, target ?? `omp-session-${basename(file, ".jsonl")}.html`);
  await writeSessionHtml(path, { ...session, tools: await allTools() });
  out.write(`${path}\n`);
  return "ok";
}

function sessionFile(value: string, host: Host): string {
  const { sessionsDir } = agentPaths(host);
  const answer = resolveResume(value, { sessionsDir, cwd: host.cwd, host });
  if (answer.kind === "none") throw new UserError(answer.message, "error");
  return answer.file;
}

function read(file: string, blobsDir: string): ReadSession {
  try {
    const session = readExported(file, { blobs: new BlobStore(blobsDir) });
    if (session !== undefined) return session;
  } catch (error) {
    if (!(error instanceof AppendFileError)) throw error;
    throw new UserError(error.message, "error");
  }
  throw new UserError(`${file} is no session.`, "error");
}

async function allTools(): Promise<Tool[]> {
  const loaded = await Promise.all(Object.values(toolLoaders).map((load) => load()));
  return loaded.map((module) => module.default);
}
