import { data } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { getRefusalStatus } from "#app/features/auth/constants.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { handleMemberForm } from "#app/features/members/actions.server.ts";
import { MembersPage } from "#app/features/members/components/admin/members-page.tsx";
import { listMembers } from "#app/features/members/queries.server.ts";
import { StaffShifts } from "#app/features/requests/assignments/components/admin/staff-shifts.tsx";
import { loadAllShifts } from "#app/features/requests/assignments/load-on-shift.server.ts";
import { saveShifts } from "#app/features/requests/assignments/save-shifts.server.ts";
import { isShiftForm } from "#app/features/requests/assignments/shift-schema.ts";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/staff";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Staff settings" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, factorRule } = requireStaff(context, "superadmin");
  const app = context.get(appContext);
  const { db, settings, now } = app;
  const clock = { now: now(), timeZone: (await settings.get()).timeZone };
  return {
    ...(await listMembers(db, { now: clock.now })),
    shifts: await loadAllShifts(app),
    ownId: userId,
    factorRule,
    clock,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context, "superadmin");
  const app = context.get(appContext);
  const form = await readForm(request);
  if (isShiftForm(form)) {
    const userId = String(form.get("userId") ?? "");
    return data(await saveShifts(actionContext(context, staff.userId), { userId, form }));
  }
  const { httpRequestId, caller } = context.get(requestInfoContext);
  const origin = app.env.PUBLIC_URL
    ? new URL(app.env.PUBLIC_URL).origin
    : new URL(request.url).origin;
  const reply = await handleMemberForm(app, {
    form,
    staff,
    address: caller.address,
    httpRequestId,
    origin,
  });
  return data(reply, {
    status: reply.message || reply.errors ? getRefusalStatus(reply.message) : 200,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT, message: UNSENT });

export default function StaffSettings({
  loaderData: { shifts, ...members },
}: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Staff"
      intro="Who may enter the portal, and as what. Superadmins do everything; staff work with requests and content; reviewers have no area yet."
    >
      <MembersPage {...members} />
      <StaffShifts people={shifts} timeZone={members.clock.timeZone} />
    </SettingsFrame>
  );
}
