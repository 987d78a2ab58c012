import { isRouteErrorResponse } from "react-router";

const SERVER_FAILURE = 500;
/** The result of a form that did not reach the server, or that the server failed on. */
export type Unreachable = { ok: false; intent: ""; reason: "unreachable" };

/**
 * A call that could not be sent, or that the server failed on, is a result like any other: what was typed stays, and the page
 * says so. Redirects and refusals go their usual way.
 */
export async function keepPage<T, F = Unreachable>(serverAction: () => Promise<T>, failed?: F): Promise<T | F | Unreachable> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < SERVER_FAILURE)) throw error;
    // A new object each time: pages notice a second failure by it.
    return failed ?? { ok: false, intent: "", reason: "unreachable" };
  }
}
