// The model selector: every model that can be asked, narrowed by what is typed.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { pick } from "../pick.ts";
import { defineScreen } from "../screen.ts";

export default defineScreen({
  async open(face, argument) {
    const { models } = (await face.sessions.send({ type: "get_available_models" })) as {
      models: readonly Model[];
    };
    const items = models.map(({ provider, id, name }) => ({
      value: `${provider}/${id}`,
      label: `${provider}/${id}`,
      description: name,
    }));
    const { provider, id } = face.sessions.current.model;
    const chosen = await pick(face, {
      title: "Choose a model",
      items,
      current: `${provider}/${id}`,
      query: argument,
    });
    const model = models.find((each) => `${each.provider}/${each.id}` === chosen);
    if (model === undefined) return;
    await face.sessions.send({ type: "set_model", provider: model.provider, modelId: model.id });
    face.notice("info", `Model: ${model.provider}/${model.id}`);
  },
});
