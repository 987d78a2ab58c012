import type { RouterContextProvider } from "react-router";
import { type Staff, staffContext } from "#app/app-context.ts";
import { ACCESS_DENIED, ROLE_RANK, type StaffRole } from "./constants.ts";

/**
 * The staff member who calls a portal function, or the JSON response that refuses: 401 without a
 * session, 403 with a role that is too low.
 */
export function authorizeStaff(
  context: Readonly<RouterContextProvider>,
  role: StaffRole,
): { staff: Staff & { role: StaffRole } } | { refusal: Response } {
  const staff = context.get(staffContext);
  if (staff?.role && !staff.mustEnroll && ROLE_RANK[staff.role] >= ROLE_RANK[role])
    return { staff: { ...staff, role: staff.role } };
  return {
    refusal: Response.json(
      { success: false, error: ACCESS_DENIED },
      { status: staff ? 403 : 401, headers: { "Cache-Control": "no-store" } },
    ),
  };
}
