// The `login` command: keeps a key of a provider, which the person is asked for unless it is given.
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";

export default defineCommand({
  name: "login",
  isLong: true,
  input: z.object({ providerId: z.string(), apiKey: z.string().optional() }),
  output: z.object({ providerId: z.string() }),
  async run({ around, models }, { providerId, apiKey }, face) {
    const { logins } = around;
    if (logins === undefined) throw new CommandError("There are no logins here.");
    const known = await logins.providers();
    const provider = known.find(({ id }) => id === providerId);
    if (provider === undefined) {
      const meant = nearest(
        providerId,
        known.map(({ id }) => id),
      );
      const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
      throw new CommandError(`Unknown login provider: ${providerId}.${hint}`);
    }
    const given = apiKey ?? (await face.dialogs?.input(`API key of ${provider.name}`));
    const key = given?.trim() ?? "";
    if (key === "") throw new CommandError("Login cancelled: no key was given.");
    if (/\s/.test(key)) throw new CommandError("A key has no spaces inside; nothing was stored.");
    await logins.addKey(providerId, key);
    await models.refresh?.();
    return { providerId };
  },
});
