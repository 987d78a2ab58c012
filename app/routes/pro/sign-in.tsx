import { data, redirect } from "react-router";
import {
  actionContext,
  appContext,
  providerViewerContext,
  requestInfoContext,
} from "#app/app-context.ts";
import {
  CodeStep,
  EmailStep,
  FactorStep,
} from "#app/features/provider-accounts/components/sign-in-steps.tsx";
import { PORTAL_HOME, PORTAL_PATH } from "#app/features/provider-accounts/constants.ts";
import { findSignInOfBrowser } from "#app/features/provider-accounts/find-sign-in.server.ts";
import { handleSignInForm } from "#app/features/provider-accounts/handle-sign-in.server.ts";
import { providerSession } from "#app/features/provider-accounts/session.server.ts";
import { parseNext, readStartCookie } from "#app/features/provider-accounts/start-cookie.server.ts";
import { PROVIDER_MANIFEST_LINK } from "#app/features/push/build-manifest.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/sign-in";

export const middleware: Route.MiddlewareFunction[] = [providerSession];

/** Where a provider's people sign in: the address, then the code, then the second factor. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env, now, settings } = context.get(appContext);
  const next = parseNext(new URL(request.url).searchParams.get("next"));
  if (context.get(providerViewerContext)) throw redirect(next ?? PORTAL_HOME);
  const { phone } = await settings.get();
  const cookie = readStartCookie(request, env);
  const found =
    cookie && (await findSignInOfBrowser(db, { browserToken: cookie.token, now: now() }));
  if (!found) return { step: "email" as const, phone, next };
  const { step, email, isSpent, isJoining } = found;
  return step === "factor"
    ? { step, phone }
    : { step: "code" as const, phone, email, isSpent, isJoining };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { caller } = context.get(requestInfoContext);
  const form = await readForm(request);
  const reply = await handleSignInForm(actionContext(context, "provider"), {
    form,
    request,
    address: caller.address,
    userAgent: caller.userAgent,
  });
  if (reply.ok) {
    const headers = new Headers(reply.cookies.map((cookie) => ["Set-Cookie", cookie]));
    throw redirect(reply.to, { status: 303, headers });
  }
  const { message, status } = reply;
  return data({ message, email: String(form.get("email") ?? "").slice(0, 254) }, { status });
}

export const meta: Route.MetaFunction = () => [
  { title: "Pro sign-in" },
  { name: "robots", content: "noindex" },
  PROVIDER_MANIFEST_LINK,
];

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const message = actionData?.message;
  if (loaderData.step === "factor") return <FactorStep message={message} />;
  if (loaderData.step === "code")
    return <CodeStep {...loaderData} startPath={PORTAL_PATH} message={message} />;
  return <EmailStep {...loaderData} email={actionData?.email} message={message} />;
}
