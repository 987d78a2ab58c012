import { DataTable } from "#app/components/admin/data-table.tsx";
import { SHOWN_ENTRIES } from "../../../constants.ts";
import type { ProviderDetailData } from "../../loaders.server.ts";

type CreditsPanelProps = Pick<
  NonNullable<ProviderDetailData["billing"]>,
  "credits" | "owed" | "entries"
>;

const KINDS = {
  purchase: "Bought",
  adjustment: "Adjusted by staff",
  offer: "Accepted a request",
  refund: "Refunded",
  reversal: "Payment returned",
  opening: "Opening balance",
} as const;

/** The balance of credits and its latest changes, in the words that the provider reads. */
export function CreditsPanel({ credits, owed, entries }: CreditsPanelProps) {
  return (
    <section aria-labelledby="credits-title" className="panel-card p-4">
      <h3 id="credits-title" className="font-bold">
        Credits: {credits}
      </h3>
      {owed ? (
        <p className="mt-1 font-semibold text-danger">
          This provider owes {owed.credits} credits, and can accept nothing until the balance covers
          it. {owed.reason ?? "A payment went back whose credits were spent."}
        </p>
      ) : null}
      {entries.length > 0 ? (
        <DataTable
          caption="Credit history"
          order="newest first"
          className="mt-2"
          columns={[
            {
              header: "Date",
              cell: ({ day, exact }) => (
                <span className="whitespace-nowrap" title={exact}>
                  {day}
                </span>
              ),
            },
            {
              header: "Reason",
              cell: ({ kind, text }) => (
                <>
                  {KINDS[kind]}
                  <span className="block text-sm wrap-anywhere text-muted">{text}</span>
                </>
              ),
            },
            { header: "Credits", align: "end", nowrap: true, cell: ({ amount }) => amount },
          ]}
          rows={entries}
          rowKey={({ id }) => String(id)}
        />
      ) : (
        <p className="mt-1 text-muted">No changes yet.</p>
      )}
      {entries.length === SHOWN_ENTRIES ? (
        <p className="mt-2 text-sm text-muted">The latest {SHOWN_ENTRIES} changes are shown.</p>
      ) : null}
    </section>
  );
}
