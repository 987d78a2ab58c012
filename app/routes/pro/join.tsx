import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { FormMessage, SignInCard } from "#app/features/auth/components/sign-in-page.tsx";
import { DeadLink, EmailField } from "#app/features/provider-accounts/components/sign-in-steps.tsx";
import { INVITATION_DAYS, NAME_LENGTH } from "#app/features/provider-accounts/constants.ts";
import { findInvitation } from "#app/features/provider-accounts/invitations.server.ts";
import { joinCompany } from "#app/features/provider-accounts/join-company.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/join";

/** The page behind an invitation. Opening it spends nothing. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, settings } = context.get(appContext);
  const { brand } = await settings.get();
  const invitation = await findInvitation(db, { token: params.token, now: now() });
  return data(
    { brand, invitation: invitation && { company: invitation.company, role: invitation.role } },
    { status: invitation ? 200 : 404 },
  );
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { caller } = context.get(requestInfoContext);
  const form = await readForm(request);
  const reply = await joinCompany(actionContext(context, "provider"), {
    token: params.token,
    form,
    address: caller.address,
  });
  if (reply.ok) {
    const headers = new Headers(reply.cookies.map((cookie) => ["Set-Cookie", cookie]));
    throw redirect(reply.to, { status: 303, headers });
  }
  const read = (name: string) => String(form.get(name) ?? "").slice(0, 254);
  const { message, status } = reply;
  return data({ message, name: read("name"), email: read("email") }, { status });
}

export const meta: Route.MetaFunction = () => [
  { title: "Join your company" },
  { name: "robots", content: "noindex" },
];

export default function Join({ loaderData, actionData, params }: Route.ComponentProps) {
  const { invitation, brand } = loaderData;
  if (!invitation)
    return (
      <DeadLink
        what={`This invitation was used, or it is older than ${INVITATION_DAYS} days.`}
        todo="Ask whoever sent it for a new one."
      />
    );
  const { company, role } = invitation;
  return (
    <SignInCard title={`Join ${company}`}>
      <p className="mt-2">
        {role === "owner"
          ? "As an owner you answer offers, buy credits, and decide who else may."
          : "As a member you answer offers, set visits and write with customers."}{" "}
        {brand} emails you a code to check that the address is yours.
      </p>
      <FormMessage message={actionData?.message} />
      <form method="post" className="mt-5 grid gap-4">
        <div>
          <label htmlFor="name" className="font-semibold">
            Your name
          </label>
          <input
            id="name"
            name="name"
            required
            maxLength={NAME_LENGTH}
            autoComplete="name"
            defaultValue={actionData?.name}
            className="input mt-1"
          />
        </div>
        <EmailField email={actionData?.email} />
        {role === "owner" ? (
          <p className="text-[0.9375rem] break-words text-muted">
            By joining, {company} agrees to the rules at{" "}
            <a href={`/pro/join/${params.token}/rules`} className="link inline-block py-1">
              How it works
            </a>
            .
          </p>
        ) : null}
        <button type="submit" className="btn btn-action">
          Go on
        </button>
      </form>
    </SignInCard>
  );
}
