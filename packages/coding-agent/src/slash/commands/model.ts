// The `/model` command: shows or changes the model.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "model",
  aliases: ["models"],
  summary: "Choose the model",
  usage: "[provider/model]",
  async run(argument, { sessions, reply, openScreen }) {
    const { models } = (await sessions.send({ type: "get_available_models" })) as {
      models: readonly Model[];
    };
    const wanted = models.find(
      ({ provider, id }) => `${provider}/${id}` === argument || id === argument,
    );
    if (wanted !== undefined) {
      await sessions.send({ type: "set_model", provider: wanted.provider, modelId: wanted.id });
      reply(`Model: ${wanted.provider}/${wanted.id}`);
    } else if (!openScreen("model", argument)) {
      const { provider, id } = sessions.current.model;
      const list = models.map((each) => `  ${each.provider}/${each.id}`);
      reply([`Model: ${provider}/${id}`, "Others are:", ...list].join("\n"));
    }
  },
});
