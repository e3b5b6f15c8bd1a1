// The requests a server has seen, and waiting for one that has not come yet.
import type { RecordedRequest } from "./recorded-request.ts";

/** Requests in order of arrival. */
export interface RequestLog {
  readonly all: readonly RecordedRequest[];
  add(request: RecordedRequest): void;
  /** The `number`-th request, from 1, as soon as it has come. */
  nth(number: number, signal?: AbortSignal): Promise<RecordedRequest>;
}

/** An empty log. */
export function createRequestLog(): RequestLog {
  const all: RecordedRequest[] = [];
  const waiters = new Set<() => void>();
  return {
    all,
    add(request) {
      all.push(request);
      for (const wake of waiters) wake();
    },
    async nth(number, signal) {
      for (;;) {
        signal?.throwIfAborted();
        const found = all[number - 1];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiters.delete(wake);
            signal?.removeEventListener("abort", wake);
            resolve();
          };
          waiters.add(wake);
          signal?.addEventListener("abort", wake);
        });
      }
    },
  };
}
