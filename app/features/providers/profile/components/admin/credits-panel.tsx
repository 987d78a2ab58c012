import { SHOWN_ENTRIES } from "../../../constants.ts";
import type { ProviderDetailData } from "../../loaders.server.ts";

type CreditsPanelProps = Pick<NonNullable<ProviderDetailData["billing"]>, "credits" | "entries">;

const KINDS = {
  purchase: "Bought",
  adjustment: "Adjusted by staff",
  offer: "Accepted a request",
  refund: "Refunded",
  opening: "Opening balance",
} as const;

/** The balance of credits, and its latest changes. */
export function CreditsPanel({ credits, entries }: CreditsPanelProps) {
  return (
    <section aria-labelledby="credits-title" className="panel-card p-4">
      <h3 id="credits-title" className="font-bold">
        Credits: {credits}
      </h3>
      {entries.length > 0 ? (
        <table className="data-table mt-2">
          <caption className="sr-only">What moved the credits, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Why</th>
              <th scope="col" className="text-right">
                Credits
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, day, exact, kind, amount }) => (
              <tr key={id}>
                <td className="whitespace-nowrap" title={exact}>
                  {day}
                </td>
                <td>{KINDS[kind]}</td>
                <td className="text-right whitespace-nowrap tabular-nums">{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="mt-1 text-muted">Nothing has moved them yet.</p>
      )}
      {entries.length === SHOWN_ENTRIES ? (
        <p className="mt-2 text-sm text-muted">The latest {SHOWN_ENTRIES} changes are shown.</p>
      ) : null}
    </section>
  );
}
