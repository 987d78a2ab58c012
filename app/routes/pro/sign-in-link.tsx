import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import {
  CodeStep,
  DeadLink,
  LinkStep,
} from "#app/features/provider-accounts/components/sign-in-steps.tsx";
import { PORTAL_PATH, SIGN_IN_MINUTES } from "#app/features/provider-accounts/constants.ts";
import { findSignInOfLink } from "#app/features/provider-accounts/find-sign-in.server.ts";
import { handleLinkForm } from "#app/features/provider-accounts/handle-sign-in.server.ts";
import { readStartCookie } from "#app/features/provider-accounts/start-cookie.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/sign-in-link";

/** The page behind a mailed link. Opening it changes nothing: mail scanners open links too. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db, env, now, settings } = context.get(appContext);
  const { phone } = await settings.get();
  const browserToken = readStartCookie(request, env)?.token ?? null;
  const found = await findSignInOfLink(db, { token: params.token, browserToken, now: now() });
  return data({ found, phone }, { status: found ? 200 : 404 });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { caller } = context.get(requestInfoContext);
  const reply = await handleLinkForm(actionContext(context, "provider"), {
    token: params.token,
    form: await readForm(request),
    request,
    address: caller.address,
    userAgent: caller.userAgent,
  });
  if (reply.ok) {
    const headers = new Headers(reply.cookies.map((cookie) => ["Set-Cookie", cookie]));
    throw redirect(reply.to, { status: 303, headers });
  }
  return data({ message: reply.message }, { status: reply.status });
}

export const meta: Route.MetaFunction = () => [
  { title: "Pro sign-in" },
  { name: "robots", content: "noindex" },
];

export default function SignInLink({ loaderData, actionData }: Route.ComponentProps) {
  const { found, phone } = loaderData;
  if (!found)
    return (
      <DeadLink
        what={`It was used, or it is older than ${SIGN_IN_MINUTES} minutes.`}
        todo="Have a new one sent."
      />
    );
  const message = actionData?.message;
  if (found.isSameBrowser) return <LinkStep email={found.email} message={message} />;
  return (
    <CodeStep
      email={null}
      isOtherBrowser
      isSpent={found.isSpent}
      phone={phone}
      startPath={PORTAL_PATH}
      message={message}
    />
  );
}
