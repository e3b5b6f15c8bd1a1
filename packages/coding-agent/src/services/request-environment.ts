// What the environment says about every request, whoever makes it. What a request asks for itself stays.
import type { ChatRequest, RequestOptions } from "@oh-my-pi/pi-ai/request";
import { isOn } from "./deployments/machine.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The request as the environment wants it: `PI_NO_STRICT`, `PI_CACHE_RETENTION`. */
export function withEnvironment(request: ChatRequest, env: Env): ChatRequest {
  const options: RequestOptions = {
    ...(isOn(env["PI_NO_STRICT"]) && { strictTools: false }),
    ...retention(env["PI_CACHE_RETENTION"]),
    ...request.options,
  };
  return { ...request, options };
}

function retention(value: string | undefined): Pick<RequestOptions, "cacheRetention"> {
  return value === "long" || value === "short" || value === "none" ? { cacheRetention: value } : {};
}
