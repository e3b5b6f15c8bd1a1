// The `/logout` command: forgets the keys of a provider.
import { createLogins } from "../../services/logins.ts";
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "logout",
  summary: "Forget the kept keys of a provider",
  usage: "<provider>",
  async run(argument, { host, reply }) {
    if (argument === "") return reply("Of which provider? /logout <provider>");
    const count = await createLogins(host).removeKeys(argument);
    reply(
      count === 0
        ? `No key of ${argument} was kept. One in the environment stays where it is.`
        : `The kept ${count === 1 ? "key" : "keys"} of ${argument} ${count === 1 ? "is" : "are"} gone.`,
    );
  },
});
