// Turns flags into what a session is asked to be.
import type { ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import { readFileSync } from "node:fs";
import type { Host } from "../platform/host.ts";
import type { Launch } from "../session/launch.ts";
import type { ParsedArgs } from "./parse-args.ts";
import { settingOverrides } from "./setting-overrides.ts";

/** The launch that these flags describe. */
export function toLaunch({ flags }: ParsedArgs, host: Host): Launch {
  const text = (name: string): string | undefined => {
    const value = flags.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const named = text("tools")
    ?.split(",")
    .map((name) => name.trim());
  return {
    cwd: host.cwd,
    model: text("model"),
    provider: text("provider"),
    models: text("models"),
    apiKey: text("api-key"),
    thinking: text("thinking") as ThinkingLevel | undefined,
    systemPrompt: textOrFile(text("system-prompt")),
    appendSystemPrompt: textOrFile(text("append-system-prompt")),
    tools: flags.has("no-tools") ? [] : named,
    isEphemeral: flags.has("no-session"),
    isUntitled: flags.has("no-title") || Boolean(host.env["PI_NO_TITLE"]),
    sessionDir: text("session-dir"),
    providerSessionId: text("provider-session-id"),
    overrides: settingOverrides(flags),
    isProjectIgnored: flags.has("no-project"),
  };
}

/** The machine as the flags want it seen. */
export function hostFor({ flags }: Pick<ParsedArgs, "flags">, host: Host): Host {
  return flags.has("no-pty") ? { ...host, env: { ...host.env, PI_NO_PTY: "1" } } : host;
}

/** A value that names a readable file stands for its content. */
function textOrFile(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    return readFileSync(value, "utf8");
  } catch {
    // Not a file: the text itself is meant.
    return value;
  }
}
