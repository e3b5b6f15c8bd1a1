// Chooses a provider to keep a key of.
import type { LoginProvider } from "../../../services/logins.ts";
import { pick } from "../pick.ts";
import { defineScreen } from "../screen.ts";

export default defineScreen({
  async open(face) {
    const { providers } = (await face.sessions.send({ type: "get_login_providers" })) as {
      providers: readonly LoginProvider[];
    };
    const chosen = await pick(face, {
      title: "A key of which provider?",
      items: providers.map(({ id, name, authenticated }) => ({
        value: id,
        label: `${authenticated ? "✓ " : "  "}${name}`,
        description: id,
      })),
    });
    if (chosen !== undefined) face.submit(`/login ${chosen}`);
  },
});
