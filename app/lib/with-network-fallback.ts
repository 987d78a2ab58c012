import { data, isRouteErrorResponse } from "react-router";

const SERVER_FAILURE = 500;
const UNAVAILABLE = 503;
/** More was typed than the server takes: it can be made less, as long as it is there. */
const TOO_LARGE = 413;
/** The result of a form that did not reach the server, or that the server failed on. */
export const UNREACHABLE = { ok: false, intent: "", reason: "unreachable" } as const;
/** For forms that have no sentence of their own. */
export const UNSENT =
  "Nothing came back from the server. What you typed is still here: check the connection and try again.";

/**
 * A call that could not be sent, that was too large, or that the server failed on, is a result like
 * any other: what was typed stays, and the page says so. Redirects and refusals go their usual way.
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
    // A new object each time: pages notice a second failure by it. For its status the router does
    // not read the page anew, which would fail as well and take the page away.
    return data({ ...failed }, { status: UNAVAILABLE });
  }
}
