import { appContext } from "#app/app-context.ts";
import { ReceiptsPage } from "#app/features/billing/components/receipts-page.tsx";
import { listReceipts } from "#app/features/billing/list-receipts.server.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { cursorSchema } from "#app/lib/cursor.ts";
import type { Route } from "./+types/credits-receipts";

export const meta = titlePage("Receipts");

export async function loader({ context, request }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  const { db, settings } = context.get(appContext);
  const { timeZone } = await settings.get();
  const before = cursorSchema.parse(new URL(request.url).searchParams.get("before") ?? undefined);
  return {
    ...(await listReceipts(db, { providerId, timeZone, before })),
    isFirstPage: before === undefined,
  };
}

export default function CreditsReceipts({ loaderData }: Route.ComponentProps) {
  return <ReceiptsPage {...loaderData} />;
}
