import { data } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import {
  ConsentPage,
  type ConsentReply,
} from "#app/features/consent/components/admin/consent-page.tsx";
import { updateConsentWording } from "#app/features/consent/mutations.server.ts";
import { getConsentPage } from "#app/features/consent/queries.server.ts";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/consent";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Consent settings" },
  { name: "robots", content: "noindex" },
];

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  const { db, now } = context.get(appContext);
  return getConsentPage(db, { now: now() });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "superadmin");
  const values = Object.fromEntries(await readForm(request));
  const result = await updateConsentWording(actionContext(context, userId), { values });
  const refuse = (reply: ConsentReply) => data(reply, { status: 400 });
  if (result.ok)
    return data<ConsentReply>({
      done: `Version ${result.version} is ${result.restored ? "back" : "in use"}.`,
    });
  return refuse({
    errors: result.errors,
    missing: result.missing,
    message: result.missing.length > 0 ? `Missing: ${result.missing.join("; ")}.` : undefined,
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { message: UNSENT } satisfies ConsentReply);

export default function ConsentSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Consent"
      intro="The words directly above Submit. They are stored with each request as proof of what the visitor agreed to."
    >
      <ConsentPage {...loaderData} />
    </SettingsFrame>
  );
}
