import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { formatCount } from "#app/lib/format-values.ts";
import type { StatementLine } from "../statement/list-statement.server.ts";

type StatementProps = {
  lines: readonly StatementLine[];
  /** The numbers that the pages beside this one begin before. */
  older: number | null;
  newer: number | null;
  isFirstPage: boolean;
  renderRule: (code: string) => React.ReactNode;
};

/** Every change of the credits in words, the newest first. */
export function Statement({ lines, older, newer, isFirstPage, renderRule }: StatementProps) {
  const path = usePortalPath();
  return (
    <section id="statement" aria-labelledby="statement-title" className="mt-8">
      <h2 id="statement-title" className="font-display text-2xl font-extrabold">
        Credit history
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-5">
        <a href={path("credits/receipts")} className="link inline-block py-1">
          Receipts
        </a>
        {lines.length > 0 ? (
          <a href={path("credits/statement.csv")} className="link inline-block py-1">
            Download as CSV
          </a>
        ) : null}
      </p>
      {lines.length > 0 ? (
        <ol className="mt-3 grid gap-2">
          {lines.map((line) => (
            <Line key={line.id} {...line} rule={line.offerId ? renderRule(line.code) : null} />
          ))}
        </ol>
      ) : (
        <p className="mt-2">
          {isFirstPage ? "Nothing has changed your credits yet." : "There is nothing older."}
        </p>
      )}
      {isFirstPage && older === null ? null : (
        <nav aria-label="Pages of the list" className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
          {newer === null ? null : (
            <a href={`${path("credits")}?before=${newer}#statement`} className="link">
              Newer changes
            </a>
          )}
          {older === null ? null : (
            <a href={`${path("credits")}?before=${older}#statement`} className="link">
              Older changes
            </a>
          )}
          {isFirstPage ? null : (
            <a href={`${path("credits")}#statement`} className="link">
              Newest changes
            </a>
          )}
        </nav>
      )}
    </section>
  );
}

type LineProps = StatementLine & { rule: React.ReactNode };

function Line({ day, text, amount, balance, offerId, purchaseId, rule }: LineProps) {
  const path = usePortalPath();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 rounded-2xl border border-line bg-paper p-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-[0.9375rem] text-muted">{day}</p>
        <p className="font-semibold wrap-anywhere">{text}</p>
        {offerId ? (
          <a href={path(`offers/${offerId}`)} className="link inline-block py-1">
            See the offer
          </a>
        ) : null}
        {rule ? <div className="py-1">{rule}</div> : null}
        {purchaseId ? (
          <a href={path(`credits/receipts/${purchaseId}`)} className="link inline-block py-1">
            Receipt
          </a>
        ) : null}
      </div>
      <p className="ml-auto text-right">
        <span className="block text-lg font-bold whitespace-nowrap">{formatChange(amount)}</span>
        <span className="block text-[0.9375rem] whitespace-nowrap text-muted">
          Balance {formatSigned(balance)}
        </span>
      </p>
    </li>
  );
}

/** With a minus sign, which is as wide as the plus. */
const formatSigned = (amount: number) => `${amount < 0 ? "−" : ""}${formatCount(Math.abs(amount))}`;
const formatChange = (amount: number) =>
  amount > 0 ? `+${formatSigned(amount)}` : formatSigned(amount);
