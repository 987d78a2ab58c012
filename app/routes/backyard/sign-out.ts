import { redirect } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { signOut } from "#app/features/auth/sign-out.server.ts";
import type { Route } from "./+types/sign-out";

export const loader = ({ context }: Route.LoaderArgs) =>
  redirect(context.get(appContext).env.ADMIN_LOGIN_PATH);

/** Ends the session; also used by the denied screen. Every role may end its session. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext);
  const headers = await signOut(app, {
    request,
    caller: context.get(requestInfoContext).caller,
  });
  return redirect(app.env.ADMIN_LOGIN_PATH, { headers, status: 303 });
}
