import { redirect } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { readDeviceToken } from "#app/features/auth/devices.server.ts";
import { isSecure } from "#app/features/auth/sign-in.server.ts";
import { signOut } from "#app/features/auth/sign-out.server.ts";
import { turnOffBrowser } from "#app/features/push/mutations.server.ts";
import type { Route } from "./+types/sign-out";

export const loader = ({ context }: Route.LoaderArgs) =>
  redirect(context.get(appContext).env.ADMIN_LOGIN_PATH);

/**
 * Ends the session; also used by the denied screen. Every role may end its session. Who signs out gets
 * no more notifications in this browser, but who was only idle (`?idle`) does.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext);
  const browserToken = readDeviceToken(request, isSecure(app.env));
  if (browserToken && !new URL(request.url).searchParams.has("idle"))
    await turnOffBrowser(app, browserToken);
  const headers = await signOut(app, {
    request,
    caller: context.get(requestInfoContext).caller,
  });
  return redirect(app.env.ADMIN_LOGIN_PATH, { headers, status: 303 });
}
