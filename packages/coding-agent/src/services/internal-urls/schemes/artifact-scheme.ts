// `artifact://<n>`: the full output of a tool, kept beside the session.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { Artifacts } from "../../../session/log/artifacts.ts";
import type { InternalScheme } from "../internal-scheme.ts";

/** The scheme over a session's artifacts; a session that keeps nothing has none. */
export function artifactScheme(artifacts: Artifacts | undefined): InternalScheme {
  const slots = () => {
    if (artifacts === undefined) throw new ToolFailure("No artifacts directory found");
    return artifacts.list();
  };
  return {
    scheme: "artifact",
    isMutable: false,
    read: async ({ name, path }) => {
      const known = slots();
      if (!/^\d+$/.test(name) || path !== "")
        throw new ToolFailure(`Artifact addresses are numbers, as in artifact://3; got '${name}'.`);
      const found = known.find(({ id }) => id === String(Number(name)));
      if (found === undefined) {
        const available = known.map(({ id }) => id).join(", ") || "none";
        throw new ToolFailure(`Artifact ${name} not found. Available: ${available}`);
      }
      return { file: found.path, contentType: "text/plain" };
    },
    list: async () => slots().map(({ id }) => ({ href: `artifact://${id}` })),
  };
}
