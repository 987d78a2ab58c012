import { data } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { handleAccountForm } from "#app/features/auth/actions.server.ts";
import { AccountPage } from "#app/features/auth/components/admin/account-page.tsx";
import { getAccount } from "#app/features/auth/queries.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/account";

export const handle = { section: "Your account" };

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, sessionId, email, hasFactor } = requireStaff(context);
  const { db, now, settings } = context.get(appContext);
  const { timeZone } = await settings.get();
  return {
    email,
    hasFactor,
    timeZone,
    ...(await getAccount(db, { userId, sessionId, now: now() })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context);
  const { httpRequestId, caller } = context.get(requestInfoContext);
  const form = await readForm(request);
  const { values, status, headers } = await handleAccountForm(context.get(appContext), {
    form,
    staff,
    request,
    address: caller.address,
    httpRequestId,
  });
  return data({ intent: String(form.get("intent") ?? ""), ...values }, { status, headers });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { intent: "", message: UNSENT });

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountPage {...loaderData} result={actionData} />;
}
