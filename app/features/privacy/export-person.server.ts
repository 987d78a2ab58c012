import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { LIST_PATH } from "#app/features/requests/inbox/schema.ts";
import { BYTE_ORDER_MARK } from "#app/lib/csv-response.ts";
import { recordExport } from "./mutations.server.ts";
import { parsePersonToken } from "./person-token.server.ts";
import { getPersonData, type PersonData } from "./queries.server.ts";
import { exportQuerySchema } from "./schema.ts";
import { type ExportSection, writePersonCsv } from "./write-person-csv.ts";

const TYPES = { json: "application/json; charset=utf-8", csv: "text/csv; charset=utf-8" } as const;

/** Downloads everything that is stored about a person, as JSON or CSV. */
export async function exportPerson(
  context: ActionContext & Pick<AppContext, "contactKeys">,
  { query }: { query: URLSearchParams },
): Promise<Response> {
  const { contactKeys, actor, now } = context;
  const parsed = exportQuerySchema.safeParse(Object.fromEntries(query));
  const person = parsed.success
    ? parsePersonToken(contactKeys, { token: parsed.data.person, staffId: actor, now })
    : null;
  if (!parsed.success || !person)
    return new Response("This link is too old or not complete. Find the person again.\n", {
      status: 400,
    });
  const { format } = parsed.data;
  const data = await getPersonData(context, person);
  await recordExport(context, { person, format, requests: data.requests.length });
  const sections = buildSections(data);
  const body =
    format === "csv"
      ? BYTE_ORDER_MARK + writePersonCsv(sections)
      : `${JSON.stringify(buildJson(sections, now), null, 2)}\n`;
  const name = `person-${now.toISOString().slice(0, 10)}.${format}`;
  return new Response(body, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}

const buildJson = (sections: ExportSection[], now: Date) => ({
  exportedAt: now.toISOString(),
  ...Object.fromEntries(sections.map(({ name, rows }) => [name, rows])),
});

/** All data except internal columns: keys, hashes and the search text. */
function buildSections(data: PersonData): ExportSection[] {
  const { requests, pageData, consent, disclosures, mentions, accounts, optOuts } = data;
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
      name: "messages",
      rows: requests.flatMap(({ messages }) =>
        messages.map(({ requestId, createdAt, author, channel, text }) => ({
          requestId,
          createdAt,
          author,
          channel,
          text,
        })),
      ),
    },
    {
      name: "contactAttempts",
      rows: requests.flatMap(({ contactAttempts }) =>
        contactAttempts.map(({ requestId, at, channel, result, rule, reason }) => ({
          requestId,
          at,
          channel,
          result,
          rule,
          reason,
        })),
      ),
    },
    {
      name: "events",
      rows: requests.flatMap(({ events }) =>
        events.map(({ requestId, at, kind, detail }) => ({ requestId, at, kind, detail })),
      ),
    },
    {
      name: "photos",
      // The images are too large for a cell: staff save them from this path of the portal.
      rows: requests.flatMap(({ photos }) =>
        photos.map(({ id, ...photo }) => ({
          ...photo,
          path: `${LIST_PATH}/${photo.requestId}/photos/${id}`,
        })),
      ),
    },
    {
      name: "quizResults",
      rows: requests.flatMap(({ quizResults }) =>
        quizResults.map(({ requestId, createdAt, answers, result, causeRecordedAt, cause }) => ({
          requestId,
          createdAt,
          answers,
          result,
          causeRecordedAt,
          cause: causeRecordedAt ? (cause ?? "another cause") : "not recorded",
        })),
      ),
    },
    {
      name: "reviews",
      rows: requests.flatMap((request) =>
        request.reviews.map(({ requestId, createdAt, rating, words, hiddenAt, hiddenReason }) => ({
          requestId,
          createdAt,
          rating,
          words,
          hiddenAt,
          hiddenReason,
        })),
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
    { name: "visitTimes", rows: pageData.times },
    { name: "visits", rows: pageData.visits },
    { name: "links", rows: pageData.links },
    { name: "mails", rows: pageData.mails },
    { name: "texts", rows: pageData.texts },
    { name: "disputes", rows: pageData.disputes },
    { name: "calls", rows: data.calls.map(({ id: _id, ...call }) => call) },
    { name: "arrivals", rows: data.arrivals },
    { name: "mentions", rows: mentions },
    // Requests of others that had this contact before a correction.
    { name: "formerContactOf", rows: data.formerUses },
    { name: "accounts", rows: accounts },
    ...buildAccountSections(data.providerAccount),
    { name: "providerContacts", rows: data.companyContacts.contacts },
    { name: "providerAddressChanges", rows: data.companyContacts.changes },
    {
      name: "stops",
      rows: optOuts.map(({ kind, scope, source, optedOutAt }) => ({
        kind,
        scope,
        source,
        optedOutAt,
      })),
    },
    { name: "stoppedProviders", rows: data.stoppedProviders },
  ];
}

/** What is stored about one of a provider's people, who is no customer. */
const buildAccountSections = (account: PersonData["providerAccount"]): ExportSection[] => [
  { name: "providerPeople", rows: account?.person ? [account.person] : [] },
  { name: "providerSessions", rows: account?.sessions ?? [] },
  { name: "providerInvitations", rows: account?.invitations ?? [] },
  { name: "providerSignIns", rows: account?.signIns ?? [] },
  { name: "providerDevices", rows: account?.devices ?? [] },
];
