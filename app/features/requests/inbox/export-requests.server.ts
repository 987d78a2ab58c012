import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { ReadReplica } from "#app/db/read-replica.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { BYTE_ORDER_MARK, createCsvResponse } from "#app/lib/csv-response.ts";
import { formatCsvLine } from "#app/lib/format-csv-line.ts";
import { formatExactTime } from "#app/lib/format-time.ts";
import { normalizePhoneDigits } from "#app/lib/phone.ts";
import type { ColumnField } from "../answer-columns.server.ts";
import { FULL_FIELD_SPECS, type FullFieldSpec } from "../quote/fields.server.ts";
import { formatAnswer } from "./format-answer.ts";
import {
  type ExportedRow,
  findSearchEnd,
  listPositions,
  readExportedRows,
} from "./queries.server.ts";
import {
  EXPORT_MAX_ROWS,
  getFlagLabel,
  getSyncLabel,
  type ListFilters,
  STATUS_LABELS,
} from "./schema.ts";

const BATCH_ROWS = 1_000;

type Column = { heading: string; format: (row: ExportedRow, timeZone: string) => string | null };

const listAnswerColumns = (section: FullFieldSpec["staffSection"]): Column[] =>
  FULL_FIELD_SPECS.filter(({ inCsv, staffSection }) => inCsv && staffSection === section).map(
    ({ field, detail, staffLabel }) => ({
      heading: staffLabel,
      format: (row) =>
        field === "phone"
          ? normalizePhoneDigits(row.phone)
          : formatAnswer(field, detail ? row.details[detail] : row[field as ColumnField]),
    }),
  );

const COLUMNS: readonly Column[] = [
  { heading: "Created", format: (row, timeZone) => formatExactTime(row.createdAt, timeZone) },
  ...listAnswerColumns("Customer"),
  { heading: "Service", format: (row) => row.serviceType },
  { heading: "Project type", format: (row) => row.projectType },
  { heading: "Project size", format: (row) => row.projectSize },
  ...listAnswerColumns("Service details"),
  ...listAnswerColumns("Location"),
  ...listAnswerColumns("Additional details"),
  { heading: "Status", format: (row) => STATUS_LABELS[row.status] },
  { heading: "Flags", format: (row) => row.flags.map(getFlagLabel).join("; ") },
  { heading: "CRM", format: (row) => getSyncLabel(row) },
  { heading: "Stop", format: (row) => (row.isOptedOut ? "yes" : "no") },
  { heading: "Id", format: (row) => row.id },
];

const formatLine = (row: ExportedRow, timeZone: string) =>
  formatCsvLine(COLUMNS.map(({ format }) => format(row, timeZone)));

/** Chunks of a CSV file: the heading, then the rows in batches, in the order of the list. */
async function* generateChunks(
  replica: ReadReplica,
  options: {
    filters: ListFilters;
    userId: string;
    now: Date;
    timeZone: string;
    maxRows: number;
  },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvLine(COLUMNS.map(({ heading }) => heading));
  let after: ListFilters["after"];
  for (let remaining = options.maxRows; remaining > 0; ) {
    const limit = Math.min(BATCH_ROWS, remaining);
    const filters = { ...options.filters, before: undefined, after };
    const { positions, rows } = await replica.read(async (db) => {
      const found = await listPositions(db, { ...options, filters, limit });
      const ids = found.map(({ id }) => id);
      return { positions: found, rows: await readExportedRows(db, ids) };
    });
    if (rows.length > 0) yield rows.map((row) => formatLine(row, options.timeZone)).join("");
    const last = positions.at(-1);
    const end =
      last && positions.length === limit
        ? last
        : await replica.read((db) => findSearchEnd(db, { ...options.filters, after }));
    if (!end) return;
    after = { at: end.createdAt, id: end.id };
    remaining -= positions.length;
  }
}

/** Downloads the current list as a CSV file; writes the audit row before the first byte is sent. */
export async function exportRequests(
  context: ActionContext & Pick<AppContext, "replica">,
  options: { filters: ListFilters; timeZone: string; maxRows?: number },
): Promise<Response> {
  const { filters, timeZone, maxRows = EXPORT_MAX_ROWS } = options;
  // The search text may be a person's name, so only whether there was one is logged.
  const changes = {
    status: filters.status,
    view: filters.view,
    searched: filters.q !== "",
    maxRows,
  };
  await recordAudit(context.db, context, {
    action: "export",
    entity: "service-request",
    changes,
  });
  const chunks = generateChunks(context.replica, {
    filters,
    userId: context.actor,
    now: context.now,
    timeZone,
    maxRows,
  });
  const name = `service-requests-${toBusinessDay(context.now, timeZone)}.csv`;
  return createCsvResponse(chunks, name);
}
