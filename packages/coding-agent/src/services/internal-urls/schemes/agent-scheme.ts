// `agent://<id>`: what a subagent answered, whole or a part of it where it is JSON.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InternalDocument, InternalScheme } from "../internal-scheme.ts";
import { extractJson, parseJsonPath } from "../json-path.ts";

/** The scheme over the folder that holds the session's outputs. */
export function agentScheme(directory: string | undefined): InternalScheme {
  const ids = (): string[] => {
    if (directory === undefined) throw new ToolFailure("No artifacts directory found");
    if (!existsSync(directory)) return [];
    const names = readdirSync(directory).filter((name) => name.endsWith(".md"));
    return names.map((name) => name.slice(0, -".md".length)).sort();
  };
  return {
    scheme: "agent",
    isMutable: false,
    read: async ({ name, path, query }) => {
      const known = ids();
      if (!known.includes(name))
        throw new ToolFailure(`Not found: ${name}\nAvailable: ${known.join(", ") || "none"}`);
      const file = join(directory ?? "", `${name}.md`);
      const wanted = query.get("q");
      if (path !== "" && wanted !== null)
        throw new ToolFailure(
          "Use either a path or ?q= to take a part out of an agent's answer, not both.",
        );
      if (path === "" && wanted === null) return wholeAnswer(file);
      const keys = wanted === null ? path.split("/").filter(Boolean) : parseJsonPath(wanted);
      return extract(readFileSync(file, "utf8"), keys, name);
    },
    list: async () => ids().map((id) => ({ href: `agent://${id}` })),
  };
}

function wholeAnswer(file: string): InternalDocument {
  return { file, contentType: "text/markdown" };
}

function extract(text: string, keys: readonly string[], name: string): InternalDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ToolFailure(
      `The answer of ${name} is not JSON; read agent://${name} without a path.`,
      { cause },
    );
  }
  const found = extractJson(value, keys);
  if (!found.ok) throw new ToolFailure(`agent://${name}: ${found.problem}`);
  const shown =
    typeof found.value === "string" ? found.value : JSON.stringify(found.value, null, 2);
  return { text: shown, contentType: "application/json", isExtract: true };
}
