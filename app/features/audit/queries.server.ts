import type { Database } from "#app/db/client.server.ts";
import { auditLog } from "#app/db/tables/audit.server.ts";
import type { Cursor } from "#app/lib/cursor.ts";
import type { AuditFilter } from "./audit-filter.ts";
import { formatActor } from "./format-actor.ts";
import { listActors, listRows } from "./queries.sql.ts";

export type AuditRow = Awaited<ReturnType<typeof listRows.rows>>[number];

const PAGE_SIZE = 50;

type ListOptions = {
  filter: AuditFilter;
  before: Cursor | null;
  timeZone: string;
  limit: number;
};

/** Audit rows, newest first, after a cursor. */
export function listAuditRows(db: Database, options: ListOptions): Promise<AuditRow[]> {
  const { filter, before, timeZone, limit } = options;
  return listRows.rows(db, {
    actor: filter.actor ?? null,
    action: filter.action ?? null,
    entity: filter.entity ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
    timeZone,
    beforeAt: before?.at ?? null,
    beforeId: before?.id ?? null,
    limit,
  });
}

export type AuditChoices = {
  actors: { value: string; label: string }[];
  actions: string[];
  entities: string[];
};

/** The choices of the filters: every value that appears in the log. */
async function listChoices(db: Database): Promise<AuditChoices> {
  const { action, entity } = auditLog;
  const [actors, actions, entities] = await Promise.all([
    listActors.rows(db, {}),
    db.selectDistinct({ action }).from(auditLog).orderBy(action),
    db.selectDistinct({ entity }).from(auditLog).orderBy(entity),
  ]);
  const named = actors.map(({ value, label }) => ({
    value,
    label: label === value ? formatActor(value) : label,
  }));
  return {
    actors: named.toSorted((a, b) => a.label.localeCompare(b.label, "en-US")),
    actions: actions.map((row) => row.action),
    entities: entities.map((row) => row.entity),
  };
}

/** One page of the log with the choices of its filters. `next`: the cursor of the following page. */
export async function getAuditPage(
  db: Database,
  options: Omit<ListOptions, "limit">,
): Promise<{ rows: AuditRow[]; next: Cursor | null; choices: AuditChoices }> {
  const [found, choices] = await Promise.all([
    listAuditRows(db, { ...options, limit: PAGE_SIZE + 1 }),
    listChoices(db),
  ]);
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return {
    rows,
    next: found.length > PAGE_SIZE && last ? { at: last.at, id: last.id } : null,
    choices,
  };
}
