import type { AppContext } from "#app/app-context.ts";
import { writeCsvLine } from "#app/lib/write-csv-line.ts";
import type { AuditCursor, AuditFilter } from "./audit-filter.ts";
import { type AuditRow, listAuditRows } from "./queries.server.ts";
import { writeAudit } from "./write-audit.server.ts";

const BATCH = 500;
const COLUMNS = [
  "at",
  "actor",
  "actor_name",
  "action",
  "entity",
  "entity_id",
  "changes",
  "request_id",
] as const;

const lineOf = (row: AuditRow) =>
  writeCsvLine([
    row.at.toISOString(),
    row.actor,
    row.actorName,
    row.action,
    row.entity,
    row.entityId,
    row.changes ? JSON.stringify(row.changes) : null,
    row.requestId,
  ]);

/**
 * The rows of a filter as a CSV file, read in pieces as fast as they are taken. That somebody takes
 * the log out is itself written down, before the first row leaves.
 */
export async function exportAudit(
  { db, now, settings, log }: Pick<AppContext, "db" | "now" | "settings" | "log">,
  options: { filter: AuditFilter; actor: string; requestId: string },
): Promise<ReadableStream<Uint8Array>> {
  const { filter, actor, requestId } = options;
  const { timeZone } = await settings.get();
  await writeAudit(db.$client, {
    actor,
    action: "export",
    entity: "audit-log",
    changes: { filter: Object.keys(filter).filter((key) => filter[key as keyof AuditFilter]) },
    requestId,
    now: now(),
  });
  log.info({ staffId: actor, requestId }, "the audit log was exported");
  const encoder = new TextEncoder();
  let before: AuditCursor | null = null;
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      const rows: AuditRow[] = await listAuditRows(db.$client, {
        filter,
        before,
        timeZone,
        limit: BATCH,
      });
      const text = (begun ? "" : writeCsvLine(COLUMNS)) + rows.map(lineOf).join("");
      begun = true;
      if (text) controller.enqueue(encoder.encode(text));
      before = rows.at(-1) ?? null;
      if (rows.length < BATCH) controller.close();
    },
  });
}
