import { eq } from "drizzle-orm";
import { type MiddlewareFunction, redirect } from "react-router";
import { appContext, providerViewerContext } from "#app/app-context.ts";
import { providerSessions } from "#app/db/tables/provider-accounts.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { PORTAL_PATH, SESSION_REFRESH_MS } from "./constants.ts";
import { formatProviderCookie, readProviderCookie } from "./cookies.server.ts";
import { getSessionEnd } from "./session-end.ts";
import { findProviderSession } from "./sessions.sql.ts";
import { parseNext } from "./start-cookie.server.ts";

/**
 * Middleware that sends whoever is not signed in to the sign-in, and back to this page afterwards. It
 * follows `providerSession`.
 */
export const requireSession: MiddlewareFunction<Response> = ({ request, context }) => {
  if (context.get(providerViewerContext)) return;
  const next = parseNext(new URL(request.url).pathname.replace(/\.data$/, ""));
  throw redirect(next ? `${PORTAL_PATH}?next=${encodeURIComponent(next)}` : PORTAL_PATH);
};

/**
 * Middleware that reads the session and the person of a provider for each request, and prolongs a
 * session that is in use.
 */
export const providerSession: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { db, env, now: getNow } = context.get(appContext);
  const token = readProviderCookie(request, { env, cookie: "pro" });
  const now = getNow();
  const found =
    token && (await findProviderSession.first(db, { tokenHash: hashToken(token), now }));
  if (!found) return next();
  const { sessionId, signedInAt, lastUsedAt, userId: id, name, email, role, ...company } = found;
  context.set(providerViewerContext, {
    ...company,
    user: { id, sessionId, name, email, role, signedInAt },
    base: PORTAL_PATH,
  });
  const response = await next();
  if (now.getTime() - lastUsedAt.getTime() < SESSION_REFRESH_MS) return response;
  const expiresAt = getSessionEnd(signedInAt, now);
  await db
    .update(providerSessions)
    .set({ lastUsedAt: now, expiresAt })
    .where(eq(providerSessions.id, sessionId));
  // A page that ends the session, or begins another one, has set the cookie already.
  const isSet = response.headers.getSetCookie().some((cookie) => /^(?:__Host-)?pro=/.test(cookie));
  if (!isSet)
    response.headers.append(
      "Set-Cookie",
      formatProviderCookie(env, {
        cookie: "pro",
        token,
        maxAgeSeconds: Math.round((expiresAt.getTime() - now.getTime()) / 1_000),
      }),
    );
  return response;
};
