import { redirect } from "react-router";
import { appContext } from "#app/app-context.ts";
import { PORTAL_PATH } from "#app/features/provider-accounts/constants.ts";
import {
  clearProviderCookie,
  readProviderCookie,
} from "#app/features/provider-accounts/cookies.server.ts";
import { endSessionOfToken } from "#app/features/provider-accounts/sessions.server.ts";
import { parseNext } from "#app/features/provider-accounts/start-cookie.server.ts";
import { turnOffBrowser } from "#app/features/push/mutations.server.ts";
import type { Route } from "./+types/sign-out";

export const loader = () => redirect(PORTAL_PATH);

/**
 * Ends the session, and the notifications of this browser; with `?next` to sign in again for a page that
 * asks for a recent sign-in, which keeps them.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, env } = context.get(appContext);
  const token = readProviderCookie(request, { env, cookie: "pro" });
  if (token) await endSessionOfToken(db, token);
  const next = parseNext(new URL(request.url).searchParams.get("next"));
  const browserToken = readProviderCookie(request, { env, cookie: "pro-device" });
  if (browserToken && !next) await turnOffBrowser({ db }, browserToken);
  return redirect(next ? `${PORTAL_PATH}?next=${encodeURIComponent(next)}` : PORTAL_PATH, {
    status: 303,
    headers: [
      ["Set-Cookie", clearProviderCookie(env, "pro")],
      ["Set-Cookie", clearProviderCookie(env, "pro-start")],
    ],
  });
}
