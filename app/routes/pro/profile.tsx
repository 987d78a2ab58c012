import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import { isRecentSignIn } from "#app/features/provider-accounts/handle-account.server.ts";
import {
  requireProvider,
  requireProviderPerson,
} from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { ProfilePage } from "#app/features/providers/own-profile/components/profile-page.tsx";
import {
  DONE_TEXTS,
  FORMS_PER_MINUTE,
  MEMBER_INTENTS,
} from "#app/features/providers/own-profile/constants.ts";
import {
  handleProfileForm,
  readIntent,
} from "#app/features/providers/own-profile/handle-form.server.ts";
import { loadOwnProfile } from "#app/features/providers/own-profile/load-profile.server.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/profile";

export const meta = titlePage("Profile");

export async function loader({ context, request }: Route.LoaderArgs) {
  const { providerId, user } = requireProvider(context);
  const profile = await loadOwnProfile(context.get(appContext), { providerId });
  if (!profile) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const code = query.get("done") ?? "";
  const text = Object.hasOwn(DONE_TEXTS, code) ? DONE_TEXTS[code] : undefined;
  return {
    profile,
    canEdit: user === null || user.role === "owner",
    done: text ? { intent: query.get("in") ?? "", text } : null,
  };
}

/** POST intent and the fields of its section; act "show" saves nothing and shows what an area covers. */
export async function action({ context, request }: Route.ActionArgs) {
  const { providerId } = requireProviderPerson(context);
  const form = await readForm(request);
  const intent = readIntent(form);
  // A form that is not known changes nothing, and says so.
  const isForAll = intent === null || MEMBER_INTENTS.includes(intent);
  const { user, base } = requireProviderPerson(context, isForAll ? "member" : "owner");
  const app = actionContext(context, `provider:${providerId}`);
  const { address } = context.get(requestInfoContext).caller;
  const limit = { key: `profile:${rateKey(address)}`, limit: FORMS_PER_MINUTE, windowSeconds: 60 };
  if (!(await consumeRateLimit(app.db, { ...limit, now: app.now })))
    throw data(null, { status: 429 });
  const outcome = await handleProfileForm(app, {
    ...{ form, providerId, userId: user.id },
    isRecent: isRecentSignIn(user.signedInAt, app.now),
  });
  if (outcome.kind === "done")
    throw redirect(`${base}/profile?done=${outcome.done}&in=${outcome.intent}#notice`, 303);
  if (outcome.kind === "shown") return data({ problem: null, shown: outcome.shown });
  const { problem } = outcome;
  return data({ problem, shown: problem.shown ?? null }, { status: problem.status });
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { problem = null, shown = null } = actionData ?? {};
  return (
    <ProfilePage
      state={{ ...loaderData, done: actionData ? null : loaderData.done, problem, shown }}
    />
  );
}
