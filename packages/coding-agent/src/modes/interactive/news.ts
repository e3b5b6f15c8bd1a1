// What changed since the version that was here before, told once after an update.
import type { Face } from "./face.ts";
import { version } from "../../../package.json";
import { collapseChangelog, lastChangelogVersion } from "./settings.ts";

/** Tells the news, if there are any, and remembers that they were told. */
export async function tellNews(face: Face): Promise<void> {
  const { settings } = face.sessions.held;
  const last = settings.get(lastChangelogVersion);
  if (last === version) return;
  const { pages } = await import("../../services/internal-urls/pages.gen.ts");
  const news = last === undefined ? "" : newsSince(pages["changelog.md"] ?? "", last);
  if (news !== "")
    face.notice(
      "info",
      settings.get(collapseChangelog)
        ? `omp is ${version} now; /changelog tells what is new.`
        : `omp is ${version} now:\n${news}`,
    );
  await settings.set(lastChangelogVersion, version);
}

/** The parts of a changelog above that of a version; empty when there is none of that version. */
export function newsSince(changelog: string, version_: string): string {
  const parts = changelog.split(/^(?=## )/m).slice(1);
  const at = parts.findIndex((part) => part.startsWith(`## ${version_}`));
  return parts.slice(0, Math.max(0, at)).join("").trim();
}
