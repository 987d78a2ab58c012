import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { ReceiptPage } from "#app/features/billing/components/receipt-page.tsx";
import { loadReceipt } from "#app/features/billing/load-receipt.server.ts";
import { requireProvider } from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import type { Route } from "./+types/credits-receipt";

export const meta = titlePage("Receipt");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  const { purchaseId } = params;
  const receipt = await loadReceipt(context.get(appContext), { providerId, purchaseId });
  if (!receipt) throw data(null, { status: 404 });
  return receipt;
}

export default function CreditsReceipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptPage {...loaderData} />;
}
