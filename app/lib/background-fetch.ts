const HEADER = "X-Background";

/** Fetches JSON for a call that the user did not start; it does not extend the session. */
export const fetchInBackground = (path: string): Promise<Response> =>
  fetch(path, { headers: { Accept: "application/json", [HEADER]: "1" }, redirect: "manual" });

/**
 * Sends JSON that nobody waits for, also while the page is closing; it does not extend the session. A
 * failure loses it. Not `sendBeacon`, which cannot carry the header.
 */
export const postInBackground = (path: string, body: unknown): void =>
  void fetch(path, {
    method: "POST",
    keepalive: true,
    headers: { "Content-Type": "application/json", [HEADER]: "1" },
    redirect: "manual",
    body: JSON.stringify(body),
  }).catch(() => {});

/** Whether a request is automatic: a poll, or a stream, which browsers reopen again and again. */
export const isBackgroundRequest = ({ headers }: Request): boolean =>
  headers.has(HEADER) || headers.get("Accept") === "text/event-stream";

/**
 * Window event for calls outside the router that the user's work caused, such as saving a draft: they
 * extended the session.
 */
export const STAFF_ACTIVE_EVENT = "staff-active";
