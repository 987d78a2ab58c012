import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { createCsvResponse } from "#app/lib/csv-response.ts";
import type { Cursor } from "#app/lib/cursor.ts";
import { formatCsvLine } from "#app/lib/format-csv-line.ts";
import type { AuditFilter } from "./audit-filter.ts";
import { type AuditRow, listAuditRows } from "./queries.server.ts";
import { recordAudit } from "./write-audit.server.ts";

const BATCH_SIZE = 500;
const COLUMNS = [
  "at",
  "actor",
  "actor_name",
  "action",
  "entity",
  "entity_id",
  "changes",
  "http_request_id",
] as const;

const formatAuditLine = (row: AuditRow) =>
  formatCsvLine([
    row.at.toISOString(),
    row.actor,
    row.actorName,
    row.action,
    row.entity,
    row.entityId,
    row.changes ? JSON.stringify(row.changes) : null,
    row.httpRequestId,
  ]);

/** Chunks of a CSV file: the heading, then all rows in batches, the newest first. */
async function* generateChunks(
  db: Database,
  page: { filter: AuditFilter; timeZone: string },
): AsyncGenerator<string> {
  let before: Cursor | null = null;
  yield formatCsvLine(COLUMNS);
  while (true) {
    const rows: AuditRow[] = await listAuditRows(db, { ...page, before, limit: BATCH_SIZE });
    if (rows.length > 0) yield rows.map(formatAuditLine).join("");
    if (rows.length < BATCH_SIZE) return;
    before = rows.at(-1) ?? null;
  }
}

/**
 * The rows of a filter as a CSV file, read in batches as fast as the client receives them. The export
 * is itself recorded before the first row is sent.
 */
export async function exportAudit(
  context: ActionContext & Pick<AppContext, "settings" | "log">,
  { filter }: { filter: AuditFilter },
): Promise<Response> {
  const { db, actor, httpRequestId } = context;
  const { timeZone } = await context.settings.get();
  await recordAudit(db, context, {
    action: "export",
    entity: "audit-log",
    changes: { filter: Object.keys(filter).filter((key) => filter[key as keyof AuditFilter]) },
  });
  context.log.info({ staffId: actor, requestId: httpRequestId }, "the audit log was exported");
  return createCsvResponse(generateChunks(db, { filter, timeZone }), "audit-log.csv");
}
