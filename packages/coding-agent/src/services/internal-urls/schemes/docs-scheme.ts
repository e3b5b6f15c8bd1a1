// `omp://<page>`: omp's own documentation, embedded in the program.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import type { InternalScheme } from "../internal-scheme.ts";

export const docsScheme: InternalScheme = {
  scheme: "omp",
  isMutable: false,
  read: async ({ name, path }) => {
    const { pages } = await import("../pages.gen.ts");
    const wanted = path === "" ? name : `${name}/${path}`;
    const text = pages[wanted] ?? pages[`${wanted}.md`];
    if (text !== undefined) return { text, contentType: "text/markdown" };
    const known = Object.keys(pages);
    const meant = nearest(wanted, known);
    const hint = meant === undefined ? "" : ` Did you mean omp://${meant}?`;
    throw new ToolFailure(`Unknown page: ${wanted}.${hint}\nAvailable: ${known.join(", ")}`);
  },
  list: async () => {
    const { pages } = await import("../pages.gen.ts");
    return Object.entries(pages).map(([name, text]) => ({
      href: `omp://${name}`,
      about: /^# (.+)$/m.exec(text)?.[1] ?? "",
    }));
  },
};
