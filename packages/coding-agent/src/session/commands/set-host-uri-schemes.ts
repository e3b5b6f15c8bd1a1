// The `set_host_uri_schemes` command: replaces the addresses that the embedding program answers for.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";

/** Those that mean something else to every tool. */
const RESERVED = ["http", "https", "file"];

export default defineCommand({
  name: "set_host_uri_schemes",
  input: z.object({
    schemes: z.array(
      z.object({
        scheme: z
          .string()
          .regex(/^[a-z][a-z0-9+.-]*$/i, "must begin with a letter, without ://")
          .toLowerCase(),
        description: z.string().optional(),
        writable: z.boolean().optional(),
        immutable: z.boolean().optional(),
      }),
    ),
  }),
  output: z.object({ schemes: z.array(z.string()) }),
  run({ around }, { schemes }) {
    if (around.hostBridge === undefined) throw new CommandError("Host schemes are for RPC modes.");
    const names = schemes.map(({ scheme }) => scheme);
    const taken = names.find((name, at) => RESERVED.includes(name) || names.indexOf(name) !== at);
    if (taken !== undefined) throw new CommandError(`${taken}:// cannot be the host's, or twice.`);
    around.hostBridge.setSchemes(schemes);
    return { schemes: names };
  },
});
