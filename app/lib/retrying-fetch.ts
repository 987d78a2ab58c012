/** A failed load is retried after this time, and as soon as the browser is online again. */
export const RETRY_MS = 10_000;

const SERVER_FAILURE = 500;
const TOO_MANY_REQUESTS = 429;
const isFailure = ({ status }: Response) =>
  status >= SERVER_FAILURE || status === TOO_MANY_REQUESTS;

type Send = (request: Request) => Promise<Response>;

/**
 * Sends the router's requests for data. One that cannot be sent, or that fails on the server, is
 * retried until it succeeds or the router aborts it, so the page stays on the screen with
 * everything typed on it. Changes (any method but GET) are sent once: their forms report a failure
 * themselves.
 */
export function createRetryingFetch(send: Send) {
  /** One function for each failed load that waits; it retries that load. */
  const failing = new Set<() => void>();
  const listeners = new Set<() => void>();
  const update = (edit: () => void) => {
    const before = failing.size > 0;
    edit();
    if (before !== failing.size > 0) for (const listener of listeners) listener();
  };
  const retry = () => {
    for (const retryNow of failing) retryNow();
  };

  async function load(request: Request): Promise<Response> {
    const { signal } = request;
    let wake = () => {};
    const retryNow = () => wake();
    try {
      for (;;) {
        const response = await send(request.clone()).catch(() => null);
        signal.throwIfAborted();
        if (response && !isFailure(response)) return response;
        const pause = new Promise<void>((resolve) => {
          wake = resolve;
        });
        update(() => failing.add(retryNow));
        const timer = setTimeout(retryNow, RETRY_MS);
        signal.addEventListener("abort", retryNow);
        await pause;
        clearTimeout(timer);
        signal.removeEventListener("abort", retryNow);
        signal.throwIfAborted();
      }
    } finally {
      update(() => failing.delete(retryNow));
    }
  }

  return {
    fetch: (request: Request) => (request.method === "GET" ? load(request) : send(request)),
    retry,
    /** Whether a failed load waits for its next attempt. */
    hasFailed: () => failing.size > 0,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
