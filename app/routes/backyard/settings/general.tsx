import { data } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import {
  getCannedReplies,
  saveCannedReplies,
} from "#app/features/messages/canned-replies.server.ts";
import { CannedRepliesForm } from "#app/features/messages/components/admin/canned-replies-form.tsx";
import { OfferSettingsForm } from "#app/features/offers/components/admin/offer-settings-form.tsx";
import { getOfferSettings } from "#app/features/offers/queries.server.ts";
import { saveOfferSettings } from "#app/features/offers/save-offer-settings.server.ts";
import { ReturnSettingsForm } from "#app/features/requests/assignments/components/admin/return-settings-form.tsx";
import {
  getReturnSettings,
  saveReturnSettings,
} from "#app/features/requests/assignments/return-timer.server.ts";
import { GeneralForm } from "#app/features/settings/components/admin/general-form.tsx";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { getGeneralPage } from "#app/features/settings/loaders.server.ts";
import { saveGeneralSettings } from "#app/features/settings/mutations.server.ts";
import { readGeneralForm } from "#app/features/settings/read-general-form.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/general";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "General settings" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const { db } = context.get(appContext);
  const [general, offers, returns, cannedReplies] = await Promise.all([
    getGeneralPage(db),
    getOfferSettings(db),
    getReturnSettings(db),
    getCannedReplies(db),
  ]);
  return { ...general, offers, returns, cannedReplies };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "superadmin");
  const ctx = actionContext(context, userId);
  const form = await readForm(request);
  const intent = form.get("intent");
  const result =
    intent === "offers"
      ? await saveOfferSettings(ctx, { values: Object.fromEntries(form) })
      : intent === "returns"
        ? await saveReturnSettings(ctx, { values: Object.fromEntries(form) })
        : intent === "canned-replies"
          ? await saveCannedReplies(ctx, { form })
          : await saveGeneralSettings(ctx, readGeneralForm(form));
  if (!result.ok) return data({ errors: result.errors }, { status: 400 });
  return data({ done: result.saved.length > 0 ? "Settings saved." : "Nothing had changed." });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT });

export default function GeneralSettings({
  loaderData: { offers, returns, cannedReplies, ...general },
}: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="General"
      intro="What pages, consent text and emails say about the business. Changes show on the public site within a second."
    >
      <GeneralForm {...general} />
      <ReturnSettingsForm values={returns} />
      <OfferSettingsForm values={offers} />
      <CannedRepliesForm replies={cannedReplies} />
    </SettingsFrame>
  );
}
