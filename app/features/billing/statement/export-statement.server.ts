import type { Database } from "#app/db/client.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { formatCsvLine } from "#app/lib/format-csv-line.ts";
import { listStatement } from "./list-statement.server.ts";

const BATCH_LINES = 500;
const BYTE_ORDER_MARK = "\uFEFF";
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
  const chunks = generateChunks(db, options);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void chunks.return(undefined),
  });
  const name = `credits-${toBusinessDay(options.now, options.timeZone)}.csv`;
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
