import { appContext } from "#app/app-context.ts";
import { exportStatement } from "#app/features/billing/statement/export-statement.server.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import type { Route } from "./+types/credits-statement";

/** The statement of a provider's credits as a CSV file. */
export async function loader({ context }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  const { db, now, settings } = context.get(appContext);
  const { timeZone } = await settings.get();
  return exportStatement(db, { providerId, timeZone, now: now() });
}
