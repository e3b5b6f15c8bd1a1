// Dialogs as frames: the embedding program shows them and answers by id. It need not watch the time: what is not
// answered in time counts as the default here, and the program is told.
import type { DialogLimits, Dialogs } from "../dialogs.ts";
import { type Frame, HostCallEnded, type HostCalls } from "./host-calls.ts";

const TYPE = "extension_ui_request";

/** What a program wants to hear. */
export interface HostWishes {
  /** It shows a title and wants to be told of it. */
  readonly wantsTitle?: boolean;
}

/** Dialogs over the frames of an embedding program. */
export function hostDialogs(calls: HostCalls, { wantsTitle = false }: HostWishes = {}): Dialogs {
  const tell = (method: string, fields: Frame): void =>
    calls.tell({ type: TYPE, method, ...fields });
  const ask = async (
    method: string,
    fields: Frame,
    { signal, timeoutMs }: DialogLimits = {},
  ): Promise<Frame | undefined> => {
    const isTimed = timeoutMs !== undefined && timeoutMs > 0;
    const signals = [signal, isTimed ? AbortSignal.timeout(timeoutMs) : undefined];
    try {
      const answer = await calls.ask({
        frame: { type: TYPE, method, ...fields, ...(isTimed && { timeout: timeoutMs }) },
        signal: AbortSignal.any(signals.filter((known) => known !== undefined)),
        cancel: { type: TYPE, method: "cancel" },
      });
      return answer["cancelled"] === true ? undefined : answer;
    } catch (error) {
      if (error instanceof HostCallEnded) return undefined;
      throw error;
    }
  };
  const valueOf = (answer: Frame | undefined): string | undefined =>
    typeof answer?.["value"] === "string" ? answer["value"] : undefined;
  return {
    select: async (title, options, limits) =>
      valueOf(await ask("select", { title, options }, limits)),
    confirm: async (title, message, limits) =>
      (await ask("confirm", { title, message }, limits))?.["confirmed"] === true,
    input: async (title, placeholder, limits) =>
      valueOf(
        await ask("input", { title, ...(placeholder !== undefined && { placeholder }) }, limits),
      ),
    editor: async (title, prefill, limits) =>
      valueOf(await ask("editor", { title, ...(prefill !== undefined && { prefill }) }, limits)),
    notify: (message, notifyType = "info") => tell("notify", { message, notifyType }),
    setStatus: (statusKey, statusText) =>
      tell("setStatus", { statusKey, ...(statusText !== undefined && { statusText }) }),
    setWidget: (widgetKey, widgetLines) =>
      tell("setWidget", { widgetKey, ...(widgetLines !== undefined && { widgetLines }) }),
    setTitle: (title) => {
      if (wantsTitle) tell("setTitle", { title });
    },
    setEditorText: (text) => tell("set_editor_text", { text }),
  };
}
