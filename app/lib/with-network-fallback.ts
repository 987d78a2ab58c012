import { data, isRouteErrorResponse } from "react-router";

const SERVER_FAILURE = 500;
const UNAVAILABLE = 503;
/** More input than the server accepts: the page must keep it, so that it can be shortened. */
const TOO_LARGE = 413;
/** The result of a form that did not reach the server, or that failed on the server. */
export const UNREACHABLE = { ok: false, intent: "", reason: "unreachable" } as const;
/** The message of forms that have none of their own for this case. */
export const UNSENT =
  "Nothing came back from the server. What you typed is still here: check the connection and try again.";

/**
 * Turns a call that could not be sent, was too large, or failed on the server into an ordinary
 * result: the page keeps the input and shows a message. Redirects and refusals are passed on.
 */
export async function withNetworkFallback<T, F extends object>(
  serverAction: () => Promise<T>,
  failed: F,
) {
  try {
    return await serverAction();
  } catch (error) {
    const isRefusal =
      isRouteErrorResponse(error) && error.status < SERVER_FAILURE && error.status !== TOO_LARGE;
    if (error instanceof Response || isRefusal) throw error;
    // A new object each time, so that pages notice a second failure. Because of its status the
    // router does not reload the page, which would fail as well and remove the page.
    return data({ ...failed }, { status: UNAVAILABLE });
  }
}
