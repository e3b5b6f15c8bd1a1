// Sessions for a program on the other end of stdin and stdout, in the protocol that it asked for. Only that one is loaded.
import type { ExitName } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import type { Assembly } from "./assembly.ts";
import type { ParsedArgs } from "./parse-args.ts";
import type { Output } from "./stdio.ts";

/** Serves until the program goes. */
export async function serveProgram(
  args: ParsedArgs,
  host: Host,
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  if (args.flags.get("mode") === "acp") {
    const { serveAcp } = await import("./serve-acp.ts");
    return serveAcp(args, host, assembly, output);
  }
  const { serveRpc } = await import("./serve-rpc.ts");
  return serveRpc(args, host, assembly, output);
}
