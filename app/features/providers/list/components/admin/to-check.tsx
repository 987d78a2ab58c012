import { Link, useLocation } from "react-router";
import { formatQuantity } from "#app/lib/format-values.ts";
import { withTab } from "../../list-query.ts";
import type { ProviderListData } from "../../loaders.server.ts";

/** The providers that sent papers, or asked for changes, which nobody has checked yet. */
export function ToCheck({ toCheck }: { toCheck: ProviderListData["toCheck"] }) {
  const { search } = useLocation();
  const { total, providers } = toCheck;
  if (total === 0) return null;
  const more = total - providers.length;
  return (
    <section aria-labelledby="to-check-title" className="panel-card border-action p-4">
      <h2 id="to-check-title" className="font-bold">
        {formatQuantity(total, "provider")} to check
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {providers.map(({ id, company, papers, changes }) => (
          <li key={id} className="wrap-anywhere">
            <Link
              to={{ pathname: id, search: withTab(search, "verification") }}
              preventScrollReset
              className="link inline-block py-0.5"
            >
              {company}
            </Link>{" "}
            <span className="text-muted">
              (
              {[
                papers > 0 ? formatQuantity(papers, "paper") : null,
                changes > 0 ? "a change" : null,
              ]
                .filter(Boolean)
                .join(", ")}
              )
            </span>
          </li>
        ))}
        {more > 0 ? <li className="text-muted">and {more} more</li> : null}
      </ul>
    </section>
  );
}
