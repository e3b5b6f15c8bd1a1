// What this machine offers for sandboxes, and what is known of it since it was started.
import type { Host } from "../host.ts";
import type { ProbeResult } from "./probe-backend.ts";
import { ProbeCache, readBootId } from "./probe-cache.ts";
import type { SandboxBackend } from "./sandbox-backend.ts";

export interface SystemSandbox {
  readonly candidates: () => Promise<readonly SandboxBackend[]>;
  readonly probe: (backend: SandboxBackend) => Promise<ProbeResult>;
  readonly openBridge: (pid: number, port: number, socketFile: string) => Promise<AsyncDisposable>;
  /** Whether nothing can hold here, or every probe since the machine was started found that nothing does. */
  readonly isKnownToFail: () => boolean;
  /** What a probe found earlier, without looking again. */
  readonly known: (backend: SandboxBackend) => ProbeResult | undefined;
}

/** Looks at nothing before it is asked. */
export function systemSandbox(
  host: Pick<Host, "platform" | "tmp" | "userId">,
  cacheFile: string,
  env: Readonly<Record<string, string>>,
): SystemSandbox {
  const { execPath, arch } = process;
  let opened: ProbeCache | undefined;
  const cache = (): ProbeCache => (opened ??= new ProbeCache(cacheFile, readBootId()));
  const keyOf = ({ name, variant }: SandboxBackend): string =>
    `${name} ${variant} ${execPath} ${host.userId ?? ""}`;
  return {
    async candidates() {
      const { candidateBackends, SYSTEM_PATH: path } = await import("./candidate-backends.ts");
      const { platform } = host;
      return candidateBackends({ platform, architecture: arch, execPath, path });
    },
    isKnownToFail() {
      if (host.platform !== "linux" && host.platform !== "darwin") return true;
      const found = Object.values(cache().read());
      return found.length > 0 && found.every(({ holds }) => !holds);
    },
    known: (backend) => cache().read()[keyOf(backend)],
    async probe(backend) {
      const key = keyOf(backend);
      const known = cache().read()[key];
      if (known !== undefined) return known;
      const { probeBackend } = await import("./probe-backend.ts");
      const { SYSTEM_PATH } = await import("./candidate-backends.ts");
      const bashPath = Bun.which("bash", { PATH: SYSTEM_PATH }) ?? "/bin/bash";
      const result = await probeBackend(backend, { tmp: host.tmp, bashPath, env });
      cache().write({ [key]: result });
      return result;
    },
    async openBridge(pid, port, socketFile) {
      const { openLoopbackBridge } = await import("./loopback-bridge.ts");
      return openLoopbackBridge({ pid, port, socketFile, execPath, env });
    },
  };
}
