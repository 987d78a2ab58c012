import { useEffect, useState } from "react";
import { data, redirect } from "react-router";
import { actionContext, requestInfoContext } from "#app/app-context.ts";
import { handleFactorForm } from "#app/features/auth/actions.server.ts";
import { FactorSetup, type Setup } from "#app/features/auth/components/admin/factor-setup.tsx";
import { SignInCard } from "#app/features/auth/components/sign-in-page.tsx";
import { getRefusalStatus } from "#app/features/auth/constants.ts";
import { requireSignedIn, staffSession } from "#app/features/auth/session.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import "../../staff.css";
import type { Route } from "./+types/second-factor";

export const handle = { interactive: true, sheet: "linked" };
export const meta: Route.MetaFunction = () => [
  { title: "Set up your second factor" },
  { name: "robots", content: "noindex" },
];
export const middleware: Route.MiddlewareFunction[] = [staffSession];

const DASHBOARD = "/backyard/dashboard";

/** The page where a person sets up a required second factor; others use their account page. */
export function loader({ context }: Route.LoaderArgs) {
  if (!requireSignedIn(context).mustEnroll) throw redirect(DASHBOARD);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const { mustEnroll, userId, sessionId, passwordAt } = requireSignedIn(context);
  if (!mustEnroll) throw redirect(DASHBOARD);
  const { caller } = context.get(requestInfoContext);
  const form = await readForm(request);
  const reply = await handleFactorForm(actionContext(context, userId), {
    sessionId,
    passwordAt,
    request,
    address: caller.address,
    form,
  });
  if ("headers" in reply) return redirect(DASHBOARD, { headers: reply.headers });
  return data(reply, { status: "message" in reply ? getRefusalStatus(reply.message) : 200 });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { message: UNSENT });

export default function SecondFactor({ actionData }: Route.ComponentProps) {
  const [setup, setSetup] = useState<Setup>();
  const created = actionData && "setup" in actionData ? actionData.setup : undefined;
  useEffect(() => {
    if (created) setSetup(created);
  }, [created]);
  return (
    <SignInCard title="Set up your second factor">
      <p className="mt-2 mb-5">
        Your role requires a second factor. Set it up to open the rest of the portal.
      </p>
      <FactorSetup
        setup={setup ?? created}
        message={actionData && "message" in actionData ? actionData.message : undefined}
      />
      <form method="post" action="/backyard/sign-out" className="mt-5">
        <button type="submit" className="link py-1">
          Sign out
        </button>
      </form>
    </SignInCard>
  );
}
