import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { CHECKOUT_REFUSALS, getRefusalStatus } from "#app/features/billing/checkout/refusals.ts";
import { startCheckout } from "#app/features/billing/checkout/start-checkout.server.ts";
import { CreditsPage } from "#app/features/billing/components/credits-page.tsx";
import { CHECKOUTS_PER_HOUR } from "#app/features/billing/constants.ts";
import { loadCreditsPage } from "#app/features/billing/load-credits-page.server.ts";
import { RuleLink } from "#app/features/offers/rules/components/rule-link.tsx";
import {
  requireProvider,
  requireProviderPerson,
} from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/credits";

export const meta = titlePage("Credits");

export async function loader({ context, request }: Route.LoaderArgs) {
  const { providerId, user } = requireProvider(context);
  const page = await loadCreditsPage(context.get(appContext), {
    providerId,
    query: new URL(request.url).searchParams,
  });
  const info = context.get(requestInfoContext);
  if (page.checkoutOrigin && user?.role === "owner") info.formTargets = [page.checkoutOrigin];
  return { ...page, isMember: user?.role === "member" };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { providerId, user } = requireProviderPerson(context);
  const ctx = actionContext(context, `provider:${providerId}`);
  const form = await readForm(request);
  const choice = String(form.get("credits") ?? "");
  const other = String(form.get("other") ?? "").trim();
  const isAllowed = await consumeRateLimit(ctx.db, {
    key: `credits:${rateKey(context.get(requestInfoContext).caller.address)}`,
    limit: CHECKOUTS_PER_HOUR,
    windowSeconds: HOUR_MS / 1_000,
    now: ctx.now,
  });
  const result = isAllowed
    ? await startCheckout(ctx, {
        providerId,
        person: user,
        credits: choice === "other" ? other : choice,
      })
    : ({ ok: false, reason: "too-many" } as const);
  if (result.ok) throw redirect(result.url, 303);
  const { reason } = result;
  const message = CHECKOUT_REFUSALS[reason];
  return data(
    { refused: { message, isFieldWrong: reason === "credits", choice, other } },
    { status: getRefusalStatus(reason) },
  );
}

export default function Credits({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CreditsPage
      {...loaderData}
      refused={actionData?.refused ?? null}
      renderRule={(code) => <RuleLink code={code} />}
    />
  );
}
