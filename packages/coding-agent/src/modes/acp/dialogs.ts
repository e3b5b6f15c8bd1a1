// Dialogs as forms that the editor shows. An editor without forms gives every dialog its default.
import type { AgentContext, ElicitationPropertySchema } from "@agentclientprotocol/sdk";
import type { DialogLimits, Dialogs } from "../../services/dialogs.ts";

export interface FormPort {
  readonly client: Pick<AgentContext, "request">;
  /** The session the form belongs to; undefined before it is known. */
  readonly sessionId: () => string | undefined;
  /** The editor shows forms. */
  readonly hasForms: boolean;
  readonly note: (text: string) => void;
}

/** Each dialog is a form with the one field `value`. */
export function formDialogs({ client, sessionId, hasForms, note }: FormPort): Dialogs {
  const ask = async (
    message: string,
    value: ElicitationPropertySchema,
    { signal, timeoutMs }: DialogLimits = {},
  ): Promise<unknown> => {
    const session = sessionId();
    if (!hasForms || session === undefined) return undefined;
    const limits = [
      ...(signal === undefined ? [] : [signal]),
      ...(timeoutMs !== undefined && timeoutMs > 0 ? [AbortSignal.timeout(timeoutMs)] : []),
    ];
    const limit = AbortSignal.any(limits);
    const answer = await client
      .request(
        "elicitation/create",
        {
          sessionId: session,
          mode: "form",
          message,
          requestedSchema: { type: "object", properties: { value }, required: ["value"] },
        },
        { cancellationSignal: limit, stopWaitingOnCancel: true },
      )
      .catch((error: unknown) => {
        if (!limit.aborted) note(`a form could not be shown: ${String(error)}`);
        return undefined;
      });
    if (answer?.action !== "accept" || !("content" in answer)) return undefined;
    return (answer.content as Record<string, unknown> | null | undefined)?.["value"];
  };
  const words = async (...given: Parameters<typeof ask>): Promise<string | undefined> => {
    const value = await ask(...given);
    return typeof value === "string" ? value : undefined;
  };
  return {
    select: (title, options, limits) =>
      words(title, { type: "string", enum: [...options] }, limits),
    confirm: async (title, message, limits) =>
      (await ask(`${title}\n${message}`, { type: "boolean" }, limits)) === true,
    input: (title, placeholder, limits) =>
      words(title, { type: "string", ...(placeholder && { description: placeholder }) }, limits),
    editor: (title, prefill, limits) =>
      words(title, { type: "string", ...(prefill && { default: prefill }) }, limits),
    notify: (message) => note(message),
    setStatus: () => undefined,
    setWidget: () => undefined,
    setTitle: () => undefined,
    setEditorText: () => undefined,
  };
}
