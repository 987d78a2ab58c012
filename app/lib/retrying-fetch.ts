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
  /** The failed loads that have not succeeded yet, as functions that retry each. */
  const failing = new Set<() => void>();
  const listeners = new Set<() => void>();
  const change = (edit: () => void) => {
    const before = failing.size > 0;
    edit();
    if (before !== failing.size > 0) for (const listener of listeners) listener();
  };
  const retry = () => {
    for (const again of failing) again();
  };

  async function load(request: Request): Promise<Response> {
    const { signal } = request;
    let wake = () => {};
    const again = () => wake();
    try {
      for (;;) {
        const answer = await send(request.clone()).catch(() => null);
        signal.throwIfAborted();
        if (answer && !isFailure(answer)) return answer;
        const pause = new Promise<void>((resolve) => {
          wake = resolve;
        });
        change(() => failing.add(again));
        const timer = setTimeout(again, RETRY_MS);
        signal.addEventListener("abort", again);
        await pause;
        clearTimeout(timer);
        signal.removeEventListener("abort", again);
        signal.throwIfAborted();
      }
    } finally {
      change(() => failing.delete(again));
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
