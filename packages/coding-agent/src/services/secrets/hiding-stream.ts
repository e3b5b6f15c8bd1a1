// Between a session and every model it asks: what goes out has no secrets. A message is looked at once, so that what
// was sent keeps its bytes.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import { rewriteTexts } from "./rewrite-texts.ts";
import type { SecretVault } from "./secret-vault.ts";

/** The same way to a model, without secrets. */
export function hidingStream(stream: StreamFunction, vault: SecretVault): StreamFunction {
  const hide = (text: string): string => vault.hide(text);
  const seen = new WeakMap<object, object>();
  const hidden = <Item extends object>(item: Item): Item => {
    const known = seen.get(item) as Item | undefined;
    if (known !== undefined) return known;
    const clean = rewriteTexts(item, hide);
    seen.set(item, clean);
    return clean;
  };
  const segments = new Map<string, string>();
  const segment = (text: string): string => {
    const clean = segments.get(text) ?? hide(text);
    if (segments.size < MAX_SEGMENTS) segments.set(text, clean);
    return clean;
  };
  return (request, call) =>
    stream(
      {
        ...request,
        system: request.system.map(segment),
        messages: request.messages.map(hidden),
        tools: request.tools.map(hidden),
      },
      call,
    );
}

const MAX_SEGMENTS = 64;
