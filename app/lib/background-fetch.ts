const HEADER = "X-Background";

/** Fetches JSON without an action of the user: such a call does not extend the session. */
export const fetchInBackground = (path: string): Promise<Response> =>
  fetch(path, { headers: { Accept: "application/json", [HEADER]: "1" }, redirect: "manual" });

/** Whether a request is automatic: a poll, or a stream, which browsers reopen again and again. */
export const isBackground = ({ headers }: Request): boolean =>
  headers.has(HEADER) || headers.get("Accept") === "text/event-stream";

/**
 * Window event of calls outside the router that a user's work has caused: they have renewed the
 * session.
 */
export const ACTIVE_EVENT = "staff-active";
