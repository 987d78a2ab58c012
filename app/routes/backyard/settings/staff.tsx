import { data } from "react-router";
import { SettingsFrame } from "#app/features/settings/components/staff/settings-frame.tsx";
import { answerMemberForm } from "#app/features/staff/answer-member-form.server.ts";
import { MembersPage } from "#app/features/staff/components/staff/members-page.tsx";
import { refusalStatus } from "#app/features/staff/constants.ts";
import { listMembers } from "#app/features/staff/list-members.server.ts";
import { requireStaff } from "#app/features/staff/session.server.ts";
import { keepPage, UNSENT } from "#app/lib/keep-page.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { requestInfoContext, servicesContext } from "#app/services.ts";
import type { Route } from "./+types/staff";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Staff settings" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, factorRule } = requireStaff(context, "superadmin");
  const { db, settings, now } = context.get(servicesContext);
  const clock = { now: now(), timeZone: (await settings.get()).timeZone };
  return {
    ...(await listMembers(db.$client, { now: clock.now })),
    ownId: userId,
    factorRule,
    clock,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireStaff(context, "superadmin");
  const services = context.get(servicesContext);
  const { requestId, caller } = context.get(requestInfoContext);
  const origin = services.env.PUBLIC_URL
    ? new URL(services.env.PUBLIC_URL).origin
    : new URL(request.url).origin;
  const reply = await answerMemberForm(services, {
    form: await readForm(request),
    staff,
    address: caller.address,
    requestId,
    origin,
  });
  return data(reply, {
    status: reply.message || reply.errors ? refusalStatus(reply.message) : 200,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  keepPage(serverAction, { failed: UNSENT, message: UNSENT });

export default function StaffSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Staff"
      intro="Who may enter the portal, and as what. Superadmins do everything; staff work with requests and content; reviewers have no area yet."
    >
      <MembersPage {...loaderData} />
    </SettingsFrame>
  );
}
