import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { AccountPage } from "#app/features/provider-accounts/components/account-page.tsx";
import { DEVICE_COOKIE_SECONDS } from "#app/features/provider-accounts/constants.ts";
import {
  formatProviderCookie,
  readProviderCookie,
} from "#app/features/provider-accounts/cookies.server.ts";
import {
  ACCOUNT_NOTICES,
  handleAccountForm,
} from "#app/features/provider-accounts/handle-account.server.ts";
import { loadAccount } from "#app/features/provider-accounts/load-account.server.ts";
import { createToken } from "#app/features/provider-accounts/start-sign-in.server.ts";
import {
  requireProvider,
  requireProviderPerson,
} from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/account";

export const meta = titlePage("Account and people");

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = requireProvider(context);
  const app = context.get(appContext);
  const browserToken = readProviderCookie(request, { env: app.env, cookie: "pro-device" });
  const done = new URL(request.url).searchParams.get("done");
  const notices: Readonly<Record<string, string>> = ACCOUNT_NOTICES;
  return {
    view: await loadAccount(app, viewer, browserToken),
    done: done && Object.hasOwn(notices, done) ? (notices[done] ?? null) : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const person = requireProviderPerson(context);
  const { env } = context.get(appContext);
  const { address, userAgent } = context.get(requestInfoContext).caller;
  const token = readProviderCookie(request, { env, cookie: "pro-device" }) ?? createToken();
  const reply = await handleAccountForm(actionContext(context, `provider:${person.providerId}`), {
    form: await readForm(request),
    person,
    ...{ address, userAgent, browserToken: token },
  });
  if (reply.ok && "done" in reply) {
    const headers = new Headers();
    if (reply.done === "push-on") {
      const cookie = { cookie: "pro-device", token, maxAgeSeconds: DEVICE_COOKIE_SECONDS } as const;
      headers.append("Set-Cookie", formatProviderCookie(env, cookie));
    }
    throw redirect(`${person.base}/account?done=${reply.done}#notice`, { status: 303, headers });
  }
  return data(reply, { status: reply.ok ? 200 : reply.status });
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage {...loaderData} done={actionData ? null : loaderData.done} reply={actionData} />
  );
}
