import { appContext } from "#app/app-context.ts";
import { RulesPage } from "#app/features/offers/rules/components/rules-page.tsx";
import { loadRules } from "#app/features/offers/rules/load-rules.server.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import type { Route } from "./+types/rules";

export const meta = titlePage("How it works");

export async function loader({ context }: Route.LoaderArgs) {
  requireProvider(context);
  return { sections: await loadRules(context.get(appContext)) };
}

export default function Rules({ loaderData }: Route.ComponentProps) {
  return <RulesPage sections={loaderData.sections} />;
}
