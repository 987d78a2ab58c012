import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Touch } from "#app/features/analytics/touch.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { listLastDays, toBusinessDay } from "#app/lib/business-days.ts";
import { formatCsvLine } from "#app/lib/format-csv-line.ts";
import { PLATFORMS, type Platform, parsePeriod } from "./constants.ts";
import { FILE_FORMATS, type Outcome } from "./format-outcome.server.ts";
import { listHiredRequests } from "./outcomes.sql.ts";

/** Platforms take files of about this size; a business does not close as many in 90 days. */
const MAX_ROWS = 50_000;

type ExportContext = ActionContext & {
  site: Pick<SiteSettings, "timeZone" | "adContactHashesSince">;
};

/**
 * Downloads hired requests for an ad platform, whose ads brought them. Contact data is only ever
 * hashed, and only of requests that were sent while the setting for it was on: until then the privacy
 * policy said that there is none. The export is in the audit log.
 */
export async function exportOutcomes(
  context: ExportContext,
  { query }: { query: URLSearchParams },
): Promise<Response> {
  const { db, now, site } = context;
  const platform = PLATFORMS.find((name) => name === query.get("platform"));
  if (!platform) return new Response("Choose a platform on the page Sources.\n", { status: 400 });
  const days = parsePeriod(query);
  const { since } = listLastDays(now, { count: days, timeZone: site.timeZone });
  const requests = await listHiredRequests.rows(db, { since, limit: MAX_ROWS });
  const hashesSince = site.adContactHashesSince ? new Date(site.adContactHashesSince) : null;
  const lines = formatLines(platform, { requests, hashesSince });
  await recordAudit(db, context, {
    action: "export-outcomes",
    entity: "service-request",
    changes: { platform, days, rows: lines.length - 1, contactHashes: hashesSince !== null },
  });
  const name = `outcomes-${platform}-${toBusinessDay(now, site.timeZone)}.csv`;
  return new Response(lines.join(""), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}

type HiredRequest = Awaited<ReturnType<typeof listHiredRequests.rows>>[number];

/** The heading and a line for each request that the platform's ads brought. */
function formatLines(
  platform: Platform,
  { requests, hashesSince }: { requests: HiredRequest[]; hashesSince: Date | null },
): string[] {
  const { columns, contactColumns, format } = FILE_FORMATS[platform];
  const withContact = <T>(cells: readonly T[], contact: readonly T[]) =>
    hashesSince ? [...cells, ...contact] : [...cells];
  return [
    formatCsvLine(withContact(columns, contactColumns)),
    ...requests.flatMap((request) => {
      const row = format(toOutcome(request, hashesSince));
      return row ? formatCsvLine(withContact(row.cells, row.contact)) : [];
    }),
  ];
}

function toOutcome(request: HiredRequest, hashesSince: Date | null): Outcome {
  const { createdAt, closedAt, value, source, first, last, phone, email } = request;
  const touches = [last, first].filter((touch): touch is Touch => touch !== null);
  const mayHaveContact = hashesSince !== null && createdAt >= hashesSince;
  return {
    createdAt,
    closedAt,
    value,
    source,
    touches,
    contact: mayHaveContact ? { phone, email } : null,
  };
}
