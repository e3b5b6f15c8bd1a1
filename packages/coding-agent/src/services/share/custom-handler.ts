// The user's own way to share a page: `share.ts`, `share.js` or `share.mjs` in the agent folder. Finds and calls it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const NAMES = ["share.ts", "share.js", "share.mjs"];

/** What a handler may say of a page that it took. */
export interface Shared {
  readonly url?: string;
  readonly message?: string;
}

/** The user's handler; undefined where there is none. */
export function findShareHandler(agentDir: string): string | undefined {
  return NAMES.map((name) => join(agentDir, name)).find((path) => existsSync(path));
}

/** Gives the page to the handler. Throws with the handler's name when it fails: nothing else shares the page then. */
export async function shareByHandler(handler: string, page: string): Promise<Shared> {
  try {
    const { default: share } = (await import(pathToFileURL(handler).href)) as {
      default?: (page: string) => unknown;
    };
    if (typeof share !== "function") throw new Error("it exports no function by default");
    return sharedOf(await share(page));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${handler} could not share the session: ${why}`, { cause });
  }
}

function sharedOf(answer: unknown): Shared {
  if (typeof answer === "string") return { url: answer };
  if (typeof answer !== "object" || answer === null) return {};
  const { url, message } = answer as Record<string, unknown>;
  return {
    ...(typeof url === "string" && { url }),
    ...(typeof message === "string" && { message }),
  };
}
