import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import type { ReceiptData } from "../load-receipt.server.ts";

/** A receipt to print, without anything that is not part of it. */
export function ReceiptPage({ seller, facts }: ReceiptData) {
  const path = usePortalPath();
  return (
    <main id="main" className="wrap section max-w-2xl">
      <p className="print:hidden">
        <a href={path("credits")} className="link">
          Back to credits
        </a>
      </p>
      <h1 className="h2 mt-2">Receipt</h1>
      <div className="mt-4 rounded-2xl border border-line bg-paper p-5 print:border-0 print:p-0">
        <address className="not-italic">
          <strong className="block">{seller.brand}</strong>
          <span className="block">{seller.company}</span>
          <span className="block">{seller.phone}</span>
          <span className="block wrap-anywhere">{seller.email}</span>
        </address>
        <dl className="mt-5 grid gap-3">
          {facts.map(([label, value]) => (
            <div key={label} className="border-t border-line pt-3">
              <dt className="text-[0.9375rem] text-muted">{label}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="mt-4 print:hidden">To keep it, print this page with your browser.</p>
    </main>
  );
}
