// The `/changelog` command: what changed for people who use omp.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "changelog",
  summary: "What is new in omp",
  async run(_, { reply }) {
    const { pages } = await import("../../services/internal-urls/pages.gen.ts");
    reply(pages["changelog.md"]?.trim() ?? "There is no changelog here.");
  },
});
