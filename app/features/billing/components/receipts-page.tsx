import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import type { ReceiptsPageData } from "../list-receipts.server.ts";

type ReceiptsPageProps = ReceiptsPageData & { isFirstPage: boolean };

/** What a provider paid for credits, the newest first, each with its receipt. */
export function ReceiptsPage({ receipts, older, isFirstPage }: ReceiptsPageProps) {
  const path = usePortalPath();
  return (
    <main id="main" className="wrap section max-w-3xl">
      <p>
        <a href={path("credits")} className="link inline-block py-1">
          Back to credits
        </a>
      </p>
      <h1 className="h2 mt-2">Receipts</h1>
      {receipts.length > 0 ? (
        <ul className="mt-4 divide-y divide-line rounded-2xl border border-line bg-paper">
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt.id} receipt={receipt} />
          ))}
        </ul>
      ) : (
        <p className="mt-4">
          {isFirstPage ? "You have not bought credits yet." : "There is nothing older."}
        </p>
      )}
      {isFirstPage && older === null ? null : (
        <nav aria-label="Pages of the list" className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
          {older === null ? null : (
            <a href={`${path("credits/receipts")}?before=${older}`} className="link">
              Older receipts
            </a>
          )}
          {isFirstPage ? null : (
            <a href={path("credits/receipts")} className="link">
              Newest receipts
            </a>
          )}
        </nav>
      )}
    </main>
  );
}

function ReceiptRow({ receipt }: { receipt: ReceiptsPageData["receipts"][number] }) {
  const path = usePortalPath();
  const { id, day, credits, amount, returned } = receipt;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-5 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-[0.9375rem] text-muted">{day}</p>
        <p className="font-semibold">{credits}</p>
        <a href={path(`credits/receipts/${id}`)} className="link inline-block py-1">
          Receipt<span className="sr-only"> of {day}</span>
        </a>
      </div>
      <p className="ml-auto text-right">
        <span className="block text-lg font-bold whitespace-nowrap">{amount}</span>
        {returned ? (
          <span className="block text-[0.9375rem] text-muted">{returned} returned</span>
        ) : null}
      </p>
    </li>
  );
}
