import type { AppContext } from "#app/app-context.ts";
import { noteExport } from "./mutations.server.ts";
import { readPersonToken } from "./person-token.server.ts";
import { type PersonData, readPersonData } from "./queries.server.ts";
import { exportQuerySchema } from "./schema.ts";
import { type ExportSection, writePersonCsv } from "./write-person-csv.ts";

const TYPES = { json: "application/json; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;
/** A spreadsheet takes the file for UTF-8 only with this in front. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A file with everything that is kept about a person. */
export async function exportPerson(
  services: Pick<AppContext, "db" | "contactKey" | "now">,
  options: { query: URLSearchParams; staffId: string; requestId: string },
): Promise<Response> {
  const { query, staffId, requestId } = options;
  const now = services.now();
  const parsed = exportQuerySchema.safeParse(Object.fromEntries(query));
  const person = parsed.success
    ? readPersonToken(services.contactKey, { token: parsed.data.person, staffId, now })
    : null;
  if (!parsed.success || !person)
    return new Response("This link is too old or not complete. Find the person again.\n", {
      status: 400,
    });
  const { format } = parsed.data;
  const data = await readPersonData(services, person);
  await noteExport(services, {
    person,
    format,
    requests: data.requests.length,
    staffId,
    requestId,
  });
  const sections = toSections(data);
  const body =
    format === "csv"
      ? BYTE_ORDER_MARK + writePersonCsv(sections)
      : `${JSON.stringify(toJson(sections, now), null, 2)}\n`;
  const name = `person-${now.toISOString().slice(0, 10)}.${format}`;
  return new Response(body, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}

const toJson = (sections: ExportSection[], now: Date) => ({
  exportedAt: now.toISOString(),
  ...Object.fromEntries(sections.map(({ name, rows }) => [name, rows])),
});

/** Everything but what only makes sense to the program: keys, hashes and the search column. */
function toSections(data: PersonData): ExportSection[] {
  const { requests, consent, disclosures, mentions, homeowners, stops } = data;
  return [
    {
      name: "requests",
      rows: requests.map(({ request }) => {
        const {
          bodyHash: _body,
          phoneHash: _phone,
          emailHash: _email,
          searchText: _search,
          idempotencyKey: _key,
          assigneeId: _assignee,
          ...kept
        } = request;
        return kept;
      }),
    },
    {
      name: "notes",
      rows: requests.flatMap(({ notes }) =>
        notes.map(({ requestId, createdAt, text }) => ({ requestId, createdAt, text })),
      ),
    },
    {
      name: "events",
      rows: requests.flatMap(({ events }) =>
        events.map(({ requestId, at, kind, detail }) => ({ requestId, at, kind, detail })),
      ),
    },
    {
      name: "deliveries",
      rows: requests.flatMap(({ deliveries }) =>
        deliveries.map(({ requestId, target, state, createdAt, deliveredAt }) => ({
          requestId,
          target,
          state,
          createdAt,
          deliveredAt,
        })),
      ),
    },
    { name: "deliveryAttempts", rows: requests.flatMap(({ attempts }) => attempts) },
    { name: "consentRecords", rows: consent.map(({ record, seal }) => ({ ...record, seal })) },
    { name: "detailsSharedWith", rows: disclosures },
    { name: "mentions", rows: mentions },
    { name: "accounts", rows: homeowners },
    {
      name: "stops",
      rows: stops.map(({ kind, source, optedOutAt }) => ({ kind, source, optedOutAt })),
    },
  ];
}
