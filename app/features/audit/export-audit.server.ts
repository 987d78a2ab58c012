import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
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

/**
 * The rows of a filter as a CSV file, read in batches as fast as the client receives them. The export
 * is itself recorded before the first row is sent.
 */
export async function exportAudit(
  context: ActionContext & Pick<AppContext, "settings" | "log">,
  { filter }: { filter: AuditFilter },
): Promise<ReadableStream<Uint8Array>> {
  const { db, actor, httpRequestId } = context;
  const { timeZone } = await context.settings.get();
  await recordAudit(db, context, {
    action: "export",
    entity: "audit-log",
    changes: { filter: Object.keys(filter).filter((key) => filter[key as keyof AuditFilter]) },
  });
  context.log.info({ staffId: actor, requestId: httpRequestId }, "the audit log was exported");
  const encoder = new TextEncoder();
  let before: Cursor | null = null;
  let hasHeader = false;
  return new ReadableStream({
    async pull(controller) {
      const rows: AuditRow[] = await listAuditRows(db, {
        filter,
        before,
        timeZone,
        limit: BATCH_SIZE,
      });
      const text = (hasHeader ? "" : formatCsvLine(COLUMNS)) + rows.map(formatAuditLine).join("");
      hasHeader = true;
      if (text) controller.enqueue(encoder.encode(text));
      before = rows.at(-1) ?? null;
      if (rows.length < BATCH_SIZE) controller.close();
    },
  });
}
