// The `get_login_providers` command: providers that the user can have a key for.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { noInput } from "../command-schemas.ts";

export default defineCommand({
  name: "get_login_providers",
  input: noInput,
  output: z.object({
    providers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        available: z.boolean(),
        authenticated: z.boolean(),
      }),
    ),
  }),
  async run({ around }) {
    if (around.logins === undefined) throw new CommandError("There are no logins here.");
    return { providers: await around.logins.providers() };
  },
});
