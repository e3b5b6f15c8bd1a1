// The `/login` command: keeps a key of a provider.
import { defineSlashCommand } from "../slash-command.ts";
import type { LoginProvider } from "../../services/logins.ts";

export default defineSlashCommand({
  name: "login",
  summary: "Keep a key of a provider",
  usage: "[provider]",
  async run(argument, { sessions, reply, dialogs, openScreen }) {
    if (argument === "") {
      if (openScreen("login")) return;
      const { providers } = (await sessions.send({ type: "get_login_providers" })) as {
        providers: readonly LoginProvider[];
      };
      const lines = providers.map(
        ({ id, name, authenticated }) => `${authenticated ? "✓" : " "} ${id}  ${name}`,
      );
      return reply(["Say /login <provider>:", ...lines].join("\n"));
    }
    const [providerId = "", ...rest] = argument.split(/\s+/);
    if (rest.length > 0)
      return reply("Do not type the key here, where it stays in view; you are asked for it.");
    if (dialogs === undefined)
      return reply(`Nobody can be asked for a key here. Say: omp auth add ${providerId}`);
    await sessions.send({ type: "login", providerId }, { dialogs });
    reply(`The key of ${providerId} is kept. /model shows its models.`);
  },
});
