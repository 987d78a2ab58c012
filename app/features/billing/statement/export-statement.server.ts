import type { Database } from "#app/db/client.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { BYTE_ORDER_MARK, createCsvResponse } from "#app/lib/csv-response.ts";
import { formatCsvLine } from "#app/lib/format-csv-line.ts";
import { listStatement } from "./list-statement.server.ts";

const BATCH_LINES = 500;
const COLUMNS = ["Date", "Description", "Amount", "Balance"];

type ExportOptions = { providerId: string; timeZone: string };

/** Chunks of a CSV file: the heading, then all lines of a statement in pages, the newest first. */
async function* generateChunks(
  db: Database,
  { providerId, timeZone }: ExportOptions,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvLine(COLUMNS);
  for (let before: number | null | undefined; before !== null; ) {
    const page = await listStatement(db, { providerId, timeZone, before, limit: BATCH_LINES });
    const lines = page.lines.map(({ at, text, amount, balance }) =>
      formatCsvLine([toBusinessDay(at, timeZone), text, amount, balance]),
    );
    if (lines.length > 0) yield lines.join("");
    before = page.older;
  }
}

/** A provider's whole statement as a CSV file, read as fast as the client receives it. */
export function exportStatement(db: Database, options: ExportOptions & { now: Date }): Response {
  const day = toBusinessDay(options.now, options.timeZone);
  return createCsvResponse(generateChunks(db, options), `credits-${day}.csv`);
}
