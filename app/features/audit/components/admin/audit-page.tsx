import type { ReactNode } from "react";
import { ButtonAnchor, ButtonLink } from "#app/components/admin/button.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { type Cursor, formatCursor } from "#app/lib/cursor.ts";
import { type AuditFilter, buildAuditQuery } from "../../audit-filter.ts";
import { formatActor } from "../../format-actor.ts";
import { formatChange, formatKey } from "../../format-change.ts";
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
  const query = buildAuditQuery(filter).toString();
  const older = buildAuditQuery(filter);
  if (next) older.set("before", formatCursor(next));
  return (
    <div className="grid gap-6">
      {children}
      <AuditFilters choices={choices} filter={filter} />
      <div className="panel-card relative overflow-x-auto">
        <DataTable
          caption="Audit log"
          order="newest first"
          columns={listColumns(clock)}
          rows={rows}
          rowKey={({ id }) => String(id)}
        />
        {rows.length === 0 ? (
          <p className="p-5 text-muted">
            No entries match these filters. Choose a wider range of days, or clear the filters.
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-3">
        {isFirst ? null : <ButtonLink to={`?${query}`}>Newest</ButtonLink>}
        {next ? <ButtonLink to={`?${older}`}>Older</ButtonLink> : null}
        <ButtonAnchor href={`/backyard/settings/audit.csv${query ? `?${query}` : ""}`} download>
          Export as CSV
        </ButtonAnchor>
      </div>
    </div>
  );
}

const listColumns = (clock: Clock): [Column<AuditRow>, ...Column<AuditRow>[]] => [
  { header: "When", cell: ({ at }) => <When at={at} clock={clock} /> },
  { header: "Who", cell: ({ actor, actorName }) => actorName ?? formatActor(actor) },
  { header: "Action", cell: ({ action }) => formatKey(action) },
  {
    header: "What",
    cell: ({ entity, entityId, entityName }) => (
      <>
        {formatKey(entity)}
        {entityId ? (
          <span
            title={entityName ? entityId : undefined}
            className="block min-w-40 text-sm text-muted wrap-anywhere"
          >
            {entityName ?? entityId}
          </span>
        ) : null}
      </>
    ),
  },
  {
    header: "Changes",
    cell: ({ changes }) => (
      <div className="max-w-md min-w-56">
        <Changes changes={changes} />
      </div>
    ),
  },
];

function Changes({ changes }: { changes: AuditRow["changes"] }) {
  const entries = Object.entries(changes ?? {});
  if (entries.length === 0) return <span className="text-muted">None</span>;
  return (
    <ul className="grid gap-0.5 wrap-anywhere">
      {entries.map(([name, value]) => (
        <li key={name}>
          <span className="font-semibold">{formatKey(name)}</span>: {formatChange(value)}
        </li>
      ))}
    </ul>
  );
}
