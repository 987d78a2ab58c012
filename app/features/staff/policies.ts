import type { StaffRole } from "./constants.ts";

/** Who may open an address below /backyard and /oauth: nobody's session needed, or at least this role. */
export type Policy = "public" | StaffRole;

/**
 * The declared policy of every route of the portal, by its pattern. Each loader and action enforces it with `requireStaff`;
 * a test walks all routes with every role, and fails for a route that is not here.
 */
export const POLICIES: Record<string, Policy> = {
  "/backyard": "public",
  "/backyard/join/:token": "public",
  "/backyard/sign-out": "public",
  "/backyard/dashboard": "staff",
  "/backyard/account": "staff",
  "/backyard/service-requests": "staff",
  "/backyard/service-requests/export.csv": "staff",
  "/backyard/service-requests/stream": "staff",
  "/backyard/service-requests/:id": "staff",
  "/backyard/service-requests/:id/consent": "staff",
  "/backyard/people": "staff",
  "/backyard/people/export": "staff",
  "/backyard/providers": "staff",
  "/backyard/quizzes": "staff",
  "/backyard/advertorials": "staff",
  "/backyard/settings": "superadmin",
  "/backyard/settings/staff": "superadmin",
  "/backyard/settings/consent": "superadmin",
  "/backyard/settings/claims": "superadmin",
  "/backyard/settings/integrations": "superadmin",
  "/backyard/settings/retention": "superadmin",
  "/backyard/settings/audit": "superadmin",
  "/backyard/settings/audit.csv": "superadmin",
  "/backyard/*": "staff",
};
