// An abort of our own below another one, without leaving listeners on signals that outlive it.

/** A controller that also fires when `parent` does, until it is disposed. */
export function linkAbort(parent: AbortSignal): AbortController & Disposable {
  const controller = new AbortController();
  const forward = (): void => controller.abort(parent.reason);
  if (parent.aborted) forward();
  else parent.addEventListener("abort", forward, { once: true });
  return Object.assign(controller, {
    [Symbol.dispose]: () => parent.removeEventListener("abort", forward),
  });
}
