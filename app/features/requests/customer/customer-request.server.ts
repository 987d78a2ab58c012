import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { consentRecords } from "#app/db/tables/consent.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";
import { ANSWER_COLUMNS } from "../answer-columns.server.ts";
import { hasOptedOut } from "../has-opted-out.server.ts";
import { YES_NO } from "../quote/field-spec.ts";
import { FIELD_LIST, type QuoteDraft } from "../quote/fields.ts";
import { emptyQuote } from "../quote/schema.ts";

const table = serviceRequests;

/** A consent that the customer gave: with the request, to one company, or for another number. */
export type GivenConsent = {
  id: string;
  kind: "request" | "named" | "phone";
  purpose: string;
  company: string | null;
  /** As they were when the customer agreed; the request may have others by now. */
  name: string;
  phone: string;
  /** Null where no text was captured. */
  text: string | null;
  agreedAt: Date | null;
};

/**
 * A request as its customer sees it, or null where there is none.
 * @param fallbackZone time zone where that of the ZIP code is unknown
 */
export async function getCustomerRequest(
  db: Database,
  { requestId, fallbackZone }: { requestId: string; fallbackZone: string },
) {
  const [row] = await db
    .select({
      id: table.id,
      reference: table.clientReference,
      ...ANSWER_COLUMNS,
      serviceType: table.serviceType,
      details: table.additionalDetails,
      status: table.status,
      outcome: table.outcome,
      closedAt: table.closedAt,
      phoneE164: table.phoneE164,
      emailNormalized: table.emailNormalized,
      zipValid: table.zipValid,
      createdAt: table.createdAt,
      isOptedOut: hasOptedOut(table),
      isStopped: hasOptedOut(table, "all"),
      isErased: sql<boolean>`${table.bodyHash} = 'erased'`,
    })
    .from(table)
    .where(eq(table.id, requestId));
  if (!row || row.isErased) return null;
  return {
    id: row.id,
    reference: row.reference,
    serviceType: row.serviceType,
    quizSlug: typeof row.details.quiz_slug === "string" ? row.details.quiz_slug : null,
    status: row.status,
    outcome: row.outcome,
    closedAt: row.closedAt,
    phoneE164: row.phoneE164,
    email: row.emailNormalized,
    zip: row.zipValid,
    timeZone: findZipTimeZone(row.zipValid) ?? fallbackZone,
    createdAt: row.createdAt,
    /** They want no messages of ours; with `isStopped`, no calls by a professional either. */
    isOptedOut: row.isOptedOut,
    isStopped: row.isStopped,
    answers: readAnswers(row),
  };
}
export type CustomerRequest = NonNullable<Awaited<ReturnType<typeof getCustomerRequest>>>;

/** The stored answers as the form had them. */
function readAnswers(row: { details: Record<string, unknown> } & Record<string, unknown>) {
  const answers: QuoteDraft = { ...emptyQuote };
  for (const [field, { detail, choices }] of FIELD_LIST) {
    const value = detail ? row.details[detail] : row[field];
    if (value === null || value === undefined) continue;
    answers[field] =
      choices === YES_NO && typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
  }
  return answers;
}

/** The consents that a customer gave about a request, the first one first. */
export const listGivenConsents = (db: Database, requestId: string): Promise<GivenConsent[]> =>
  db
    .select({
      id: consentRecords.id,
      kind: consentRecords.kind,
      purpose: consentRecords.purpose,
      company: consentRecords.company,
      name: consentRecords.name,
      phone: consentRecords.phoneRaw,
      text: consentRecords.renderedText,
      agreedAt: consentRecords.agreedAt,
    })
    .from(consentRecords)
    .where(eq(consentRecords.serviceRequestId, requestId))
    .orderBy(asc(consentRecords.createdAt), asc(consentRecords.id));
