// The `allow_sandbox_host` command: the person lets commands of this session reach a host.
import { z } from "zod";
import { parseGrant } from "../../services/sandbox/granted-hosts.ts";
import { CommandError, defineCommand } from "../command.ts";

export default defineCommand({
  name: "allow_sandbox_host",
  input: z.object({ host: z.string() }),
  output: z.object({}),
  run({ around }, { host }) {
    if (around.sandbox === undefined) throw new CommandError("This session runs no commands.");
    if (parseGrant(host) === undefined) throw new CommandError(`"${host}" is not a host.`);
    around.sandbox.allowHost(host);
    return {};
  },
});
