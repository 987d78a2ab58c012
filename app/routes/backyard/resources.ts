import { requireStaff, staffSession } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/resources";

/** Guards the portal's files and streams, which are not pages. */
const guard: Route.MiddlewareFunction = ({ context }) => {
  requireStaff(context);
};
export const middleware: Route.MiddlewareFunction[] = [staffSession, guard];

export const loader = () => null;
