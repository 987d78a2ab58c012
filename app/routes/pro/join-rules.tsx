import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { RulesPage } from "#app/features/offers/rules/components/rules-page.tsx";
import { loadRules } from "#app/features/offers/rules/load-rules.server.ts";
import { findInvitation } from "#app/features/provider-accounts/invitations.server.ts";
import type { Route } from "./+types/join-rules";

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** The rules of offers and credits, for who is asked to join and has no account yet. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const invitation = await findInvitation(app.db, { token: params.token, now: app.now() });
  if (!invitation) throw data(null, { status: 404 });
  return { sections: await loadRules(app) };
}

export default function JoinRules({ loaderData, params }: Route.ComponentProps) {
  return (
    <RulesPage sections={loaderData.sections}>
      <p className="mb-2">
        <a href={`/pro/join/${params.token}`} className="link inline-block py-1">
          Back to the invitation
        </a>
      </p>
    </RulesPage>
  );
}
