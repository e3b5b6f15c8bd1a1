// What a command line without a subcommand asks for: a list, a page, a face for programs, or a conversation.
import type { ExitName } from "../platform/exit-codes.ts";
import { readHost } from "../platform/host.ts";
import type { Assembly } from "./assembly.ts";
import type { ParsedArgs } from "./parse-args.ts";
import type { Output } from "./stdio.ts";
import { hostFor } from "./to-launch.ts";

/** Does what the flags ask for, to its end. */
export async function launch(
  args: ParsedArgs,
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const host = hostFor(args, readHost());
  if (args.flags.has("list-models")) {
    const { listModels } = await import("./list-models.ts");
    return listModels(args, host, assembly, output);
  }
  if (args.flags.has("export")) {
    const { exportSession } = await import("./export-session.ts");
    return exportSession(args, host, output);
  }
  const mode = args.flags.get("mode");
  if (mode === "rpc" || mode === "rpc-ui" || mode === "acp") {
    const { serveProgram } = await import("./serve-program.ts");
    return serveProgram(args, host, assembly, output);
  }
  const { launchSession } = await import("./launch-session.ts");
  return launchSession(args, host, assembly, output);
}
