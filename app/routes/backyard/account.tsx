import { data } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { handleAccountForm } from "#app/features/auth/actions.server.ts";
import { AccountPage } from "#app/features/auth/components/admin/account-page.tsx";
import { readDeviceToken } from "#app/features/auth/devices.server.ts";
import { getAccount } from "#app/features/auth/queries.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { isSecure } from "#app/features/auth/sign-in.server.ts";
import { handlePushForm, isPushIntent } from "#app/features/push/actions.server.ts";
import { NotificationsSection } from "#app/features/push/components/admin/notifications-section.tsx";
import { getNotificationState } from "#app/features/push/queries.server.ts";
import { ShiftForm } from "#app/features/requests/assignments/components/admin/shift-form.tsx";
import { loadOwnShifts } from "#app/features/requests/assignments/load-on-shift.server.ts";
import { saveShifts } from "#app/features/requests/assignments/save-shifts.server.ts";
import { isShiftForm } from "#app/features/requests/assignments/shift-schema.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/account";

export const handle = { section: "Your account" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId, sessionId, email, hasFactor } = requireStaff(context);
  const app = context.get(appContext);
  const { timeZone } = await app.settings.get();
  const browserToken = readDeviceToken(request, isSecure(app.env));
  const [account, notifications, shifts] = await Promise.all([
    getAccount(app.db, { userId, sessionId, now: app.now() }),
    getNotificationState(app, { userId, browserToken }),
    loadOwnShifts(app, userId),
  ]);
  return { email, hasFactor, timeZone, now: app.now(), notifications, shifts, ...account };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context);
  const { httpRequestId, caller } = context.get(requestInfoContext);
  const app = context.get(appContext);
  const form = await readForm(request);
  if (isShiftForm(form))
    return data({
      intent: "",
      ...(await saveShifts(actionContext(context, staff.userId), { userId: staff.userId, form })),
    });
  const intent = form.get("intent");
  if (isPushIntent(intent)) {
    const { values, status } = await handlePushForm(actionContext(context, staff.userId), {
      form,
      intent,
      browserToken: readDeviceToken(request, isSecure(app.env)),
      userAgent: caller.userAgent,
    });
    return data({ intent: String(intent), ...values }, { status });
  }
  const { values, status, headers } = await handleAccountForm(app, {
    form,
    staff,
    request,
    address: caller.address,
    httpRequestId,
  });
  return data({ intent: String(intent ?? ""), ...values }, { status, headers });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { intent: "", message: UNSENT });

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { notifications, shifts, now, ...account } = loaderData;
  return (
    <AccountPage
      {...account}
      result={actionData}
      shifts={shifts ? <ShiftForm values={shifts} timeZone={account.timeZone} /> : null}
    >
      <NotificationsSection
        notifications={notifications}
        clock={{ now, timeZone: account.timeZone }}
      />
    </AccountPage>
  );
}
