import { data, type MiddlewareFunction, type RouterContextProvider, redirectDocument } from "react-router";
import { isBackground } from "#app/lib/background-call.ts";
import { requestInfoContext, type Services, type Staff, servicesContext, staffContext } from "#app/services.ts";
import { authHeaders } from "./auth.server.ts";
import { RANK, SESSION_ABSOLUTE_MS, STAFF_ROLES, type StaffRole } from "./constants.ts";

export const loginPath = (env: Services["env"]) => env.ADMIN_LOGIN_PATH;

type AdminRow = { role: StaffRole | null; display_name: string | null; is_active: boolean | null; password_at: Date | null };

/** Session and admin row, read from the database for this request; a renewed session cookie goes out with the answer. */
export const staffSession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { auth, db, now } = context.get(servicesContext);
  const { caller } = context.get(requestInfoContext);
  const query = { disableRefresh: isBackground(request) };
  const { headers, response: found } = await auth.api.getSession({ headers: authHeaders(request, caller.address), query, returnHeaders: true });
  if (found && now().getTime() - new Date(found.session.createdAt).getTime() < SESSION_ABSOLUTE_MS) {
    const { rows } = await db.$client.query<AdminRow>({
      name: "admin-row",
      text: `select a.role, a.display_name, a.is_active, s.password_at
        from staff_sessions s left join admin_users a on a.user_id = s.user_id where s.id = $1`,
      values: [found.session.id],
    });
    const [admin] = rows;
    // Without a row the session has ended since it was read.
    if (admin)
      context.set(staffContext, {
        userId: found.user.id,
        sessionId: found.session.id,
        sessionEndsAt: new Date(found.session.expiresAt),
        email: found.user.email,
        name: admin.display_name || found.user.email || "Admin",
        role: admin.is_active && admin.role && STAFF_ROLES.includes(admin.role) ? admin.role : null,
        hasFactor: found.user.twoFactorEnabled === true,
        passwordAt: admin.password_at,
      });
  }
  const response = await next();
  for (const cookie of headers.getSetCookie()) response.headers.append("Set-Cookie", cookie);
  return response;
};

/** As `staffSession`, on public pages: only for previews, which are never answered from the page cache. */
export const previewSession: MiddlewareFunction<Response> = (args, next) => (isPreview(new URL(args.request.url)) ? staffSession(args, next) : next());

const isPreview = (url: URL) => url.searchParams.has("preview");

/** Who of the staff asks to see what is not public yet; null for everybody else. */
export function previewerOf({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }): string | null {
  const staff = context.get(staffContext);
  return isPreview(new URL(request.url)) && staff?.role && RANK[staff.role] >= RANK.staff ? staff.userId : null;
}

/**
 * Who asks, where they may: first line of every loader and action under /backyard.
 * @throws a redirect to the login without a session or an active admin record, 403 with a role that is too low
 */
export function requireStaff(context: Readonly<RouterContextProvider>, role: StaffRole = "staff"): Staff & { role: StaffRole } {
  const staff = context.get(staffContext);
  const login = loginPath(context.get(servicesContext).env);
  // The login is a page of the public site: it is loaded as one, also where a session ends in the middle of work.
  if (!staff) throw redirectDocument(login);
  // The login page ends the session and says why.
  if (!staff.role) throw redirectDocument(`${login}?denied`);
  if (RANK[staff.role] < RANK[role]) throw data({ role: staff.role }, { status: 403, statusText: "Access Denied" });
  return { ...staff, role: staff.role };
}
