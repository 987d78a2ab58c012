import {
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirectDocument,
} from "react-router";
import {
  type AppContext,
  appContext,
  requestInfoContext,
  type Staff,
  staffContext,
} from "#app/app-context.ts";
import { isBackgroundRequest } from "#app/lib/background-fetch.ts";
import { authHeaders } from "./auth.server.ts";
import { ROLE_RANK, SESSION_ABSOLUTE_MS, STAFF_ROLES, type StaffRole } from "./constants.ts";
import { FACTOR_RULE_KEY } from "./factor-rule.server.ts";
import { ENROLL_PATH, isFactorRequired, readFactorRule } from "./factor-rule.ts";
import { getSessionAdmin } from "./queries.sql.ts";

export const getLoginPath = (env: AppContext["env"]) => env.ADMIN_LOGIN_PATH;

type SessionAdmin = NonNullable<Awaited<ReturnType<typeof getSessionAdmin.first>>>;

/**
 * Middleware that reads the session and the staff member for each request, and sends a renewed
 * session cookie with the response.
 */
export const staffSession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { auth, db, now } = context.get(appContext);
  const { caller } = context.get(requestInfoContext);
  const query = { disableRefresh: isBackgroundRequest(request) };
  const { headers, response: found } = await auth.api.getSession({
    headers: authHeaders(request, caller.address),
    query,
    returnHeaders: true,
  });
  if (
    found &&
    now().getTime() - new Date(found.session.createdAt).getTime() < SESSION_ABSOLUTE_MS
  ) {
    const admin = await getSessionAdmin.first(db, {
      sessionId: found.session.id,
      factorRuleKey: FACTOR_RULE_KEY,
    });
    // Without a row the session has ended since it was read.
    if (admin) context.set(staffContext, buildStaff(found, admin));
  }
  const response = await next();
  for (const cookie of headers.getSetCookie()) response.headers.append("Set-Cookie", cookie);
  return response;
};

type AuthSession = {
  user: { id: string; email: string; twoFactorEnabled?: boolean | null };
  session: { id: string; expiresAt: Date };
};

function buildStaff({ user, session }: AuthSession, admin: SessionAdmin): Staff {
  const role = admin.isActive && admin.role && STAFF_ROLES.includes(admin.role) ? admin.role : null;
  const hasFactor = user.twoFactorEnabled === true;
  const factorRule = readFactorRule(admin.factorRule);
  return {
    userId: user.id,
    sessionId: session.id,
    sessionEndsAt: new Date(session.expiresAt),
    email: user.email,
    name: admin.displayName || user.email || "Admin",
    role,
    hasFactor,
    factorRule,
    mustEnroll:
      role !== null && isFactorRequired(factorRule, role) && !hasFactor && !admin.factorGrace,
    passwordAt: admin.passwordAt,
  };
}

/**
 * Like `staffSession`, for public pages with forms that only customers may send: reads the session of
 * whoever sends one.
 */
export const formSession: MiddlewareFunction<Response> = (args, next) =>
  args.request.method === "POST" ? staffSession(args, next) : next();

/**
 * Like `staffSession`, for public pages: only for previews, which are never served from the page
 * cache.
 */
export const previewSession: MiddlewareFunction<Response> = (args, next) =>
  isPreview(new URL(args.request.url)) ? staffSession(args, next) : next();

const isPreview = (url: URL) => url.searchParams.has("preview");

/** The staff member who asks for a preview of unpublished content; null for everybody else. */
export function getPreviewer({
  request,
  context,
}: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): string | null {
  const staff = context.get(staffContext);
  return isPreview(new URL(request.url)) &&
    staff?.role &&
    !staff.mustEnroll &&
    ROLE_RANK[staff.role] >= ROLE_RANK.staff
    ? staff.userId
    : null;
}

/**
 * The signed-in staff member, even before a required second factor is set up: only for the page
 * that sets it up.
 * @throws a redirect to the login without a session or an active admin record
 */
export function requireSignedIn(
  context: Readonly<RouterContextProvider>,
): Staff & { role: StaffRole } {
  const staff = context.get(staffContext);
  const login = getLoginPath(context.get(appContext).env);
  // The login is a page of the public site, so it is a document load, even where a session ends in
  // the middle of work.
  if (!staff) throw redirectDocument(login);
  // The login page ends the session and explains why.
  if (!staff.role) throw redirectDocument(`${login}?denied`);
  return { ...staff, role: staff.role };
}

/**
 * The signed-in staff member, if permitted: first line of every loader and action under /backyard.
 * @throws what `requireSignedIn` throws, a redirect to the setup of a required second factor, 403
 * with a role that is too low
 */
export function requireStaff(
  context: Readonly<RouterContextProvider>,
  role: StaffRole = "staff",
): Staff & { role: StaffRole } {
  const staff = requireSignedIn(context);
  if (staff.mustEnroll) throw redirectDocument(ENROLL_PATH);
  if (ROLE_RANK[staff.role] < ROLE_RANK[role])
    throw data({ role: staff.role }, { status: 403, statusText: "Access Denied" });
  return staff;
}
