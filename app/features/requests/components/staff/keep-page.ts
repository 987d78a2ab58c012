import { isRouteErrorResponse } from "react-router";
import type { RequestFormResult } from "../../staff-schema.ts";

const SERVER_FAILURE = 500;

/**
 * A form that could not be sent, or that the server failed on, is a result like any other: the page stays, and says so.
 * Redirects and refusals go their usual way.
 */
export async function keepPage(serverAction: () => Promise<RequestFormResult>): Promise<RequestFormResult> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < SERVER_FAILURE)) throw error;
    return { ok: false, intent: "", reason: "unreachable" };
  }
}
