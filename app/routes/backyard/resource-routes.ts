import { requireStaff, staffSession } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/resource-routes";

/** Guards the portal's resource routes: files, streams and JSON, which are not pages. */
const guard: Route.MiddlewareFunction = ({ context }) => {
  requireStaff(context);
};
export const middleware: Route.MiddlewareFunction[] = [staffSession, guard];

export const loader = () => null;
