import type { StaffRole } from "./constants.ts";

/**
 * Who may open a path below /backyard, /oauth and /pro: everybody, staff with at least this role, or the
 * people of a provider; what only its owners may do, their forms check.
 */
export type Policy = "public" | StaffRole | "provider";

/** The pages of a provider's portal. Staff may look at each of them, and change nothing. */
const PORTAL_PAGES = {
  today: "provider",
  offers: "provider",
  "offers/:offerId": "provider",
  jobs: "provider",
  "jobs/:offerId": "provider",
  "jobs/:offerId/photos/:photoId": "provider",
  "jobs/:offerId/visit.ics": "provider",
  // Members read it; buying checks the role.
  credits: "provider",
  "credits/statement.csv": "provider",
  "credits/receipts": "provider",
  "credits/receipts/:purchaseId": "provider",
  profile: "provider",
  documents: "provider",
  "documents/:documentId/file": "provider",
  figures: "provider",
  rules: "provider",
  account: "provider",
  more: "provider",
  "*": "provider",
} as const satisfies Record<string, Policy>;

const listPortalPolicies = (): Record<string, Policy> =>
  Object.fromEntries(
    Object.entries(PORTAL_PAGES).flatMap(([page, policy]) => [
      [`/pro/${page}`, policy],
      [`/backyard/providers/:id/portal/${page}`, "staff"],
    ]),
  );

/**
 * The declared policy of every portal route, by its pattern. Each loader and action enforces it
 * with `requireStaff`; a test requests every route with every role, and fails for a route that is
 * not listed here.
 */
export const POLICIES: Record<string, Policy> = {
  "/backyard": "public",
  "/backyard/join/:token": "public",
  "/backyard/sign-out": "public",
  // Files that browsers fetch without cookies, to install the portal and for its notifications.
  "/backyard/manifest.webmanifest": "public",
  "/backyard/sw.js": "public",
  // Everybody who is signed in: otherwise a person could be asked for a second factor that they
  // cannot set up.
  "/backyard/second-factor": "reviewer",
  "/backyard/dashboard": "staff",
  "/backyard/account": "staff",
  "/backyard/service-requests": "staff",
  "/backyard/service-requests/export.csv": "staff",
  "/backyard/service-requests/stream": "staff",
  "/backyard/service-requests/presence": "staff",
  "/backyard/service-requests/:id": "staff",
  "/backyard/service-requests/:id/consent": "staff",
  "/backyard/service-requests/:id/photos/:photoId": "staff",
  "/backyard/session": "staff",
  "/backyard/calling-rules": "staff",
  "/backyard/sources": "staff",
  "/backyard/sources/outcomes.csv": "staff",
  "/backyard/people": "staff",
  "/backyard/people/export": "staff",
  "/backyard/providers": "staff",
  "/backyard/providers/:id": "staff",
  "/backyard/providers/:id/documents/:documentId/file": "staff",
  "/backyard/providers/new": "staff",
  "/backyard/providers/import": "staff",
  "/backyard/disputes": "staff",
  "/backyard/quizzes": "staff",
  "/backyard/quizzes/drafts": "staff",
  "/backyard/quizzes/jobs/:id": "staff",
  "/backyard/quizzes/topic": "staff",
  "/backyard/quizzes/editor": "staff",
  "/backyard/quizzes/editor/:slug": "staff",
  "/backyard/quizzes/editor/:slug/review": "staff",
  "/backyard/quizzes/editor/:slug/outcomes": "staff",
  "/backyard/quizzes/editor/:slug/metrics": "staff",
  "/backyard/advertorials": "staff",
  "/backyard/advertorials/drafts": "staff",
  "/backyard/advertorials/editor": "staff",
  "/backyard/advertorials/editor/:slug": "staff",
  "/backyard/advertorials/editor/:slug/metrics": "staff",
  "/backyard/advertorials/jobs/:id": "staff",
  "/backyard/advertorials/topic": "staff",
  "/backyard/media": "staff",
  "/backyard/media/images": "staff",
  "/backyard/media/images/:id": "staff",
  "/backyard/settings": "superadmin",
  "/backyard/settings/numbers": "superadmin",
  "/backyard/settings/staff": "superadmin",
  "/backyard/settings/consent": "superadmin",
  "/backyard/settings/claims": "superadmin",
  "/backyard/settings/integrations": "superadmin",
  "/backyard/settings/api-keys": "superadmin",
  "/backyard/settings/api-keys/:id": "superadmin",
  "/backyard/settings/webhooks": "superadmin",
  "/backyard/settings/webhooks/:id": "superadmin",
  "/backyard/settings/retention": "superadmin",
  "/backyard/settings/audit": "superadmin",
  "/backyard/settings/audit.csv": "superadmin",
  "/backyard/*": "staff",
  "/pro": "public",
  "/pro/sign-in/:token": "public",
  "/pro/join/:token": "public",
  "/pro/join/:token/rules": "public",
  "/pro/sign-out": "public",
  "/pro/manifest.webmanifest": "public",
  "/pro/sw.js": "public",
  ...listPortalPolicies(),
  // Open pages; the function that they call requires a superadmin.
  "/oauth/callback": "public",
  "/oauth/exchange": "public",
};
