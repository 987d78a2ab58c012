import { requireStaff, staffSession } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/resource-routes";

/**
 * Guards the portal's resource routes: files, streams and JSON, which are not pages. An event stream
 * of somebody who is not signed in gets no content instead of a sign-in page, which it could not read.
 */
const guard: Route.MiddlewareFunction = ({ context, request }) => {
  try {
    requireStaff(context);
  } catch (thrown) {
    const isStream = request.headers.get("Accept") === "text/event-stream";
    if (isStream && thrown instanceof Response) throw new Response(null, { status: 204 });
    throw thrown;
  }
};
export const middleware: Route.MiddlewareFunction[] = [staffSession, guard];

export const loader = () => null;
