import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { type Cursor, formatCursor } from "#app/lib/cursor.ts";
import { type AuditFilter, filterQuery } from "../../audit-filter.ts";
import { formatChange, keyToWords } from "../../format-change.ts";
import { nameActor } from "../../name-actor.ts";
import type { AuditChoices, AuditRow } from "../../queries.server.ts";
import { AuditFilters } from "./audit-filters.tsx";

type AuditPageProps = {
  rows: AuditRow[];
  next: Cursor | null;
  choices: AuditChoices;
  filter: AuditFilter;
  isFirst: boolean;
  clock: Clock;
  children: ReactNode;
};

/** @param props.children what the route shows above the log */
export function AuditPage({
  rows,
  next,
  choices,
  filter,
  isFirst,
  clock,
  children,
}: AuditPageProps) {
  const query = filterQuery(filter).toString();
  const older = filterQuery(filter);
  if (next) older.set("before", formatCursor(next));
  return (
    <div className="grid gap-6">
      {children}
      <AuditFilters choices={choices} filter={filter} />
      <div className="panel-card overflow-x-auto">
        <table className="data-table">
          <caption className="sr-only">Audit log, newest first</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">Action</th>
              <th scope="col">What</th>
              <th scope="col">Changes</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <When at={row.at} clock={clock} />
                </td>
                <td>{row.actorName ?? nameActor(row.actor)}</td>
                <td>{keyToWords(row.action)}</td>
                <td>
                  {keyToWords(row.entity)}
                  {row.entityId ? (
                    <span
                      title={row.entityName ? row.entityId : undefined}
                      className="block min-w-40 text-sm text-muted wrap-anywhere"
                    >
                      {row.entityName ?? row.entityId}
                    </span>
                  ) : null}
                </td>
                <td className="max-w-md min-w-56">
                  <Changes changes={row.changes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? (
          <p className="p-5 text-muted">
            Nothing in the log fits these filters. Choose a wider range of days, or clear the
            filters.
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-3">
        {isFirst ? null : (
          <Link to={`?${query}`} className="btn-small">
            Newest
          </Link>
        )}
        {next ? (
          <Link to={`?${older}`} className="btn-small">
            Older
          </Link>
        ) : null}
        <a
          href={`/backyard/settings/audit.csv${query ? `?${query}` : ""}`}
          download
          className="btn-small"
        >
          Export as CSV
        </a>
      </div>
    </div>
  );
}

function Changes({ changes }: { changes: AuditRow["changes"] }) {
  const entries = Object.entries(changes ?? {});
  if (entries.length === 0) return <span className="text-muted">None noted</span>;
  return (
    <ul className="grid gap-0.5 wrap-anywhere">
      {entries.map(([name, value]) => (
        <li key={name}>
          <span className="font-semibold">{keyToWords(name)}</span>: {formatChange(value)}
        </li>
      ))}
    </ul>
  );
}
