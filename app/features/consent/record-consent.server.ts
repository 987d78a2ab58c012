import { randomUUIDv7 } from "node:crypto";
import { consentRecords } from "#app/db/tables/consent.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { type ConsentRecordFields, hashConsentRecord, type NamedRecipient } from "./hash-record.ts";
import type { ConsentText } from "./texts.server.ts";

/** What the customer's browser sent along with a consent. */
export type ConsentCaller = {
  address: string;
  userAgent: string | null;
  gpc: boolean;
  /** What opened the customer's page. */
  link?: UsedLink;
};
/** A key of the customer's page, and where it went: into the form's answer, a mail, or to staff. */
export type UsedLink = { id: string; origin: string };

export type LaterConsent = {
  kind: "named" | "phone";
  serviceRequestId: string;
  text: ConsentText;
  name: string;
  phoneRaw: string;
  phoneE164: string | null;
  /** Only of the kind "named". */
  recipient?: NamedRecipient;
  /** Null where staff took the consent on the phone, and so is the caller. */
  pageUrl: string | null;
  formVersion: string;
  caller: ConsentCaller | null;
  shownAt: Date;
  now: Date;
};

/**
 * Stores a consent that a customer gave after the request: to one named company, or for another
 * phone number. The sealer adds it to the chain like every other record.
 * @returns its id
 */
export async function recordConsent(tx: Transaction, consent: LaterConsent): Promise<string> {
  const { text, recipient, caller, now } = consent;
  const record = {
    id: randomUUIDv7(),
    kind: consent.kind,
    company: recipient?.company ?? null,
    providerId: recipient?.providerId ?? null,
    offerId: recipient?.offerId ?? null,
    serviceRequestId: consent.serviceRequestId,
    status: "captured",
    textId: text.id,
    textVersion: text.version,
    textSha256: text.sha256,
    renderedText: text.renderedText,
    purpose: text.purpose,
    name: consent.name,
    phoneRaw: consent.phoneRaw,
    phoneE164: consent.phoneE164,
    pageUrl: consent.pageUrl,
    formVersion: consent.formVersion,
    ip: caller?.address ?? null,
    userAgent: caller?.userAgent ?? null,
    gpc: caller?.gpc ?? false,
    shownAt: consent.shownAt,
    agreedAt: now,
    // Not measured: the page has no script that does.
    visibleMs: null,
    createdAt: now,
    linkId: caller?.link?.id ?? null,
    linkOrigin: caller?.link?.origin ?? null,
  } satisfies ConsentRecordFields;
  await tx.insert(consentRecords).values({ ...record, recordHash: hashConsentRecord(record) });
  return record.id;
}
