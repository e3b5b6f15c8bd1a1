// Addresses whose content the embedding program has, such as `db://table/1`.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { InternalDocument, InternalScheme } from "../internal-urls/internal-scheme.ts";
import { type Frame, HostCallEnded, type HostCalls } from "./host-calls.ts";

/** A scheme as its host describes it. */
export interface HostSchemeDefinition {
  readonly scheme: string;
  readonly description?: string | undefined;
  /** The host takes writes too. */
  readonly writable?: boolean | undefined;
  /** What is read never changes. */
  readonly immutable?: boolean | undefined;
}

const CONTENT_TYPES = ["text/plain", "text/markdown", "application/json"] as const;

/** The scheme; reading and writing ask the host. */
export function hostScheme(definition: HostSchemeDefinition, calls: HostCalls): InternalScheme {
  const { scheme, writable } = definition;
  const ask = async (fields: Frame, signal: AbortSignal): Promise<Frame> => {
    const answer = await calls
      .ask({
        frame: { type: "host_uri_request", ...fields },
        signal,
        cancel: { type: "host_uri_cancel" },
      })
      .catch((error: unknown) => {
        if (!(error instanceof HostCallEnded)) throw error;
        const kind = signal.aborted ? "aborted" : "error";
        throw new ToolFailure(`${String(fields["url"])}: ${error.message}`, { kind });
      });
    if (answer["isError"] !== true) return answer;
    const said = answer["error"] ?? answer["content"];
    throw new ToolFailure(
      typeof said === "string" && said !== "" ? said : `${String(fields["url"])}: the host failed.`,
    );
  };
  return {
    scheme,
    isMutable: false,
    read: async ({ href }, signal) =>
      documentOf(await ask({ operation: "read", url: href }, signal)),
    ...(writable === true && {
      write: async ({ href }, content, signal) => {
        await ask({ operation: "write", url: href, content }, signal);
        return `Successfully wrote ${Buffer.byteLength(content)} bytes to ${href}`;
      },
    }),
  };
}

function documentOf({ content, contentType, notes }: Frame): InternalDocument {
  if (typeof content !== "string") throw new ToolFailure("The host answered without content.");
  const remarks = Array.isArray(notes) ? notes.filter((note) => typeof note === "string") : [];
  return {
    text: [content, ...remarks.map((note) => `[${note}]`)].join("\n"),
    contentType: CONTENT_TYPES.find((known) => known === contentType) ?? "text/plain",
  };
}
