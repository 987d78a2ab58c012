import type { Database } from "#app/db/client.server.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { dayOf } from "#app/lib/business-days.ts";
import { exactTime } from "#app/lib/format-time.ts";
import { phoneDigits } from "#app/lib/phone.ts";
import { writeCsvLine } from "#app/lib/write-csv-line.ts";
import { answerLabel } from "./answer-labels.ts";
import type { By } from "./mutations.server.ts";
import { endOfShortSearch, type RequestRow, readRequests } from "./queries.server.ts";
import {
  EXPORT_MAX_ROWS,
  flagLabel,
  type ListFilters,
  STATUS_LABELS,
  syncLabel,
} from "./schema.ts";

const BATCH_ROWS = 1_000;
const BYTE_ORDER_MARK = "\uFEFF";
const HEAD = [
  "Created",
  "Name",
  "Phone",
  "E-mail",
  "Service",
  "Project type",
  "Project size",
  "Timeframe",
  "Address",
  "City",
  "State",
  "ZIP",
  "Status",
  "Flags",
  "CRM",
  "Stop",
  "Id",
];

const line = (row: RequestRow, timeZone: string) =>
  writeCsvLine([
    exactTime(row.createdAt, timeZone),
    row.name,
    phoneDigits(row.phone),
    row.email,
    row.serviceType,
    row.projectType,
    row.projectSize,
    answerLabel("timeframe", row.timeframe),
    row.address,
    row.city,
    row.state,
    row.zipCode,
    STATUS_LABELS[row.status],
    row.flags.map(flagLabel).join("; "),
    syncLabel(row),
    row.stopped ? "yes" : "no",
    row.id,
  ]);

/** Lines of a list, newest first, a batch at a time. */
async function* exportLines(
  db: Database,
  options: { filters: ListFilters; userId: string; timeZone: string; maxRows: number },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeCsvLine(HEAD);
  let after: ListFilters["after"];
  for (let left = options.maxRows; left > 0; ) {
    const limit = Math.min(BATCH_ROWS, left);
    const rows = await readRequests(db, {
      filters: { ...options.filters, before: undefined, after },
      userId: options.userId,
      limit,
    });
    if (rows.length > 0) yield rows.map((row) => line(row, options.timeZone)).join("");
    const last = rows.at(-1);
    const end =
      last && rows.length === limit
        ? last
        : await endOfShortSearch(db, { q: options.filters.q, after });
    if (!end) return;
    after = { at: end.createdAt, id: end.id };
    left -= rows.length;
  }
}

/** The current list as a CSV file, written down in the audit log before its first byte leaves. */
export async function exportRequests(
  db: Database,
  options: By & { filters: ListFilters; timeZone: string; maxRows?: number },
): Promise<Response> {
  const { filters, timeZone, actorId, requestId, now, maxRows = EXPORT_MAX_ROWS } = options;
  // What was searched for may be a person's name: only that there was a search.
  const changes = {
    status: filters.status,
    view: filters.view,
    searched: filters.q !== "",
    maxRows,
  };
  await writeAudit(db.$client, {
    actor: actorId,
    action: "export",
    entity: "service-request",
    changes,
    requestId,
    now,
  });
  const encoder = new TextEncoder();
  const lines = exportLines(db, { filters, userId: actorId, timeZone, maxRows });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void lines.return(undefined),
  });
  const name = `service-requests-${dayOf(now, timeZone)}.csv`;
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
