const HEADER = "X-Background";

/** Asks for JSON without anybody having done anything: such a call keeps nobody signed in. */
export const fetchInBackground = (path: string): Promise<Response> =>
  fetch(path, { headers: { Accept: "application/json", [HEADER]: "1" }, redirect: "manual" });

/** Whether a page asks by itself: a poll, or a stream, which browsers open again and again. */
export const isBackground = ({ headers }: Request): boolean =>
  headers.has(HEADER) || headers.get("Accept") === "text/event-stream";

/**
 * Window event of calls that somebody's work has made, past the router: they have renewed the
 * session.
 */
export const ACTIVE_EVENT = "staff-active";
