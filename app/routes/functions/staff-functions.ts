import { authorizeStaff } from "#app/features/auth/authorize-staff.server.ts";
import { staffSession } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/staff-functions";

/**
 * Guards the functions that portal pages call. They reply with JSON, even when they refuse; each
 * checks again itself.
 */
const guard: Route.MiddlewareFunction = ({ context }, next) => {
  const admitted = authorizeStaff(context, "staff");
  return "refusal" in admitted ? admitted.refusal : next();
};
export const middleware: Route.MiddlewareFunction[] = [staffSession, guard];

export const loader = () => null;
