import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { AccountPage } from "#app/features/provider-accounts/components/account-page.tsx";
import {
  ACCOUNT_NOTICES,
  handleAccountForm,
} from "#app/features/provider-accounts/handle-account.server.ts";
import { loadAccount } from "#app/features/provider-accounts/load-account.server.ts";
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
  const done = new URL(request.url).searchParams.get("done");
  const notices: Readonly<Record<string, string>> = ACCOUNT_NOTICES;
  return {
    view: await loadAccount(context.get(appContext), viewer),
    done: done && Object.hasOwn(notices, done) ? (notices[done] ?? null) : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const person = requireProviderPerson(context);
  const reply = await handleAccountForm(actionContext(context, `provider:${person.providerId}`), {
    form: await readForm(request),
    person,
    address: context.get(requestInfoContext).caller.address,
  });
  if (reply.ok && "done" in reply)
    throw redirect(`${person.base}/account?done=${reply.done}#notice`, 303);
  return data(reply, { status: reply.ok ? 200 : reply.status });
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      {...loaderData}
      done={actionData ? null : loaderData.done}
      reply={actionData}
      signOutPath="/pro/sign-out?next=/pro/account"
    />
  );
}
