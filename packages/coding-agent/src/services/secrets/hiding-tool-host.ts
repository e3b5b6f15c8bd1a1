// Between the model and its tools: a tool gets the secrets that its arguments name, and gives none back.
import type { ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { textOutcome, type ToolOutcome } from "@oh-my-pi/pi-agent-core/tool-outcome";
import { rewriteTexts } from "./rewrite-texts.ts";
import { type SecretVault, UnknownPlaceholderError } from "./secret-vault.ts";

/** The same host for a model that must not see secrets. */
export function hidingToolHost(host: ToolHost, vault: SecretVault): ToolHost {
  const hide = <Value>(value: Value): Value => rewriteTexts(value, (text) => vault.hide(text));
  return {
    async call(invocation, signal): Promise<ToolOutcome> {
      const { onStart, onUpdate } = invocation;
      let args: typeof invocation.args;
      try {
        args = rewriteTexts(invocation.args, (text) => vault.restore(text));
      } catch (error) {
        if (!(error instanceof UnknownPlaceholderError)) throw error;
        onStart?.();
        return textOutcome("error", error.message);
      }
      const update = onUpdate && {
        onUpdate: (partial: Parameters<typeof onUpdate>[0]) => onUpdate(hide(partial)),
      };
      const outcome = await host.call({ ...invocation, args, ...update }, signal);
      return { ...outcome, result: hide(outcome.result) };
    },
  };
}
