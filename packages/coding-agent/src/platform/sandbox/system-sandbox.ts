// What this machine offers for sandboxes, and what is known of it since it was started.
import type { Host } from "../host.ts";
import { candidateBackends, SYSTEM_PATH } from "./candidate-backends.ts";
import type { ProbeResult } from "./probe-backend.ts";
import { ProbeCache, readBootId } from "./probe-cache.ts";
import type { SandboxBackend } from "./sandbox-backend.ts";

export interface SystemSandbox {
  readonly candidates: () => readonly SandboxBackend[];
  readonly probe: (backend: SandboxBackend) => Promise<ProbeResult>;
  readonly openBridge: (pid: number, port: number, socketFile: string) => Promise<AsyncDisposable>;
  /** What was found earlier, without looking again. */
  readonly known: () => readonly ProbeResult[];
}

/** Looks at nothing before it is asked. */
export function systemSandbox(
  host: Pick<Host, "platform" | "tmp" | "userId">,
  cacheFile: string,
  env: Readonly<Record<string, string>>,
): SystemSandbox {
  const { execPath, arch } = process;
  const cache = new ProbeCache(cacheFile, readBootId());
  const keyOf = ({ name, variant }: SandboxBackend): string =>
    `${name} ${variant} ${execPath} ${host.userId ?? ""}`;
  return {
    candidates: () =>
      candidateBackends({
        platform: host.platform,
        architecture: arch,
        execPath,
        path: SYSTEM_PATH,
      }),
    known: () => Object.values(cache.read()),
    async probe(backend) {
      const key = keyOf(backend);
      const known = cache.read()[key];
      if (known !== undefined) return known;
      const { probeBackend } = await import("./probe-backend.ts");
      const bashPath = Bun.which("bash", { PATH: SYSTEM_PATH }) ?? "/bin/bash";
      const result = await probeBackend(backend, { tmp: host.tmp, bashPath, env });
      cache.write({ [key]: result });
      return result;
    },
    async openBridge(pid, port, socketFile) {
      const { openLoopbackBridge } = await import("./loopback-bridge.ts");
      return openLoopbackBridge({ pid, port, socketFile, execPath, env });
    },
  };
}
