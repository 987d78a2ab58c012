import { randomUUIDv7 } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { retryWhileDown } from "#app/db/retry-while-down.server.ts";
import { classifySource } from "#app/features/analytics/classify-source.ts";
import { parseTouches, removeClickIds } from "#app/features/analytics/touch.ts";
import { CONSENT_PURPOSE } from "#app/features/consent/consent-text.ts";
import { type ConsentRecordFields, hashConsentRecord } from "#app/features/consent/hash-record.ts";
import type { ConsentTexts } from "#app/features/consent/texts.server.ts";
import { type ContactKeys, getKeyVersion, hashContact } from "#app/lib/contact-keys.server.ts";
import type { TargetName } from "#app/lib/delivery-targets.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { claimTraceUuid } from "#app/lib/tracing.server.ts";
import {
  HARD_CAP_PER_MINUTE,
  HOLDING_FLAGS,
  MIN_FILL_MS,
  RECEIPT_MAIL,
  type RequestFlag,
} from "../constants.ts";
import { addRepeatedFormKey, createRequestKey } from "../customer/keys.server.ts";
import { normalizeEmail, normalizeZip } from "../normalize.ts";
import { hashBody } from "./hash-body.ts";
import type { IntakeMeta, IntakeRecord } from "./schema.server.ts";
import { findRequestByKey, storeRequest } from "./submit-request.sql.ts";

/** Who sent the request: client address, browser, and Global Privacy Control. */
export type Caller = { address: string; userAgent: string | null; gpc: boolean };

export type Submission = {
  record: IntakeRecord;
  meta?: IntakeMeta;
  idempotencyKey?: string;
  caller: Caller;
  now: Date;
  /** Where the request is delivered, from the settings at the time of storing. */
  target: TargetName;
  /** Keys of the contact hashes (suppressions). */
  contactKeys: ContactKeys;
};

/** Longer than a pooler takes to restart, shorter than visitors wait for an answer. */
const PATIENCE = { forMs: 3_000, pauseMs: 200 };

type IdentifiedSubmission = Submission & { id: string };

/** `key`: opens the customer's own page; only for clients that sent `meta`. */
export type SubmitResult =
  | { ok: true; id: string; created: boolean; key: string | null }
  | { ok: false; reason: "key-conflict" | "too-many" };

/** Parameters of the statement for what the client sent. */
const getAnswerParams = (record: IntakeRecord) => ({
  customerName: record.customer_name,
  customerPhone: record.customer_phone,
  customerEmail: record.customer_email,
  address: record.address,
  city: record.city,
  state: record.state,
  zipCode: record.zip_code,
  serviceType: record.service_type,
  projectType: record.project_type,
  projectSize: record.project_size,
  timeframe: record.timeframe,
  description: record.description,
  isPropertyOwner: record.is_property_owner,
  sendTemplate: record.send_template,
  additionalDetails: record.additional_details,
});

/**
 * Stores a quote request with its consent record and outbox row, or finds the request with the same
 * idempotency key. Resolves after the commit. With a key it is tried again while the database is
 * down.
 */
export function submitRequest(
  db: Database,
  texts: ConsentTexts,
  submission: Submission,
): Promise<SubmitResult> {
  // The same id in each try: where only the answer to a commit was lost, the request is ours.
  const id = claimTraceUuid() ?? randomUUIDv7();
  const store = () => storeSubmission(db, texts, { ...submission, id });
  return submission.idempotencyKey === undefined ? store() : retryWhileDown(store, PATIENCE);
}

async function storeSubmission(
  db: Database,
  texts: ConsentTexts,
  submission: IdentifiedSubmission,
): Promise<SubmitResult> {
  const { id, record, meta, idempotencyKey, caller, now, contactKeys } = submission;
  const phoneE164 = toE164(record.customer_phone);
  const email = normalizeEmail(record.customer_email);
  const bodyHash = hashBody(record);
  const pageKey = meta ? createRequestKey(contactKeys) : null;
  const consent = await buildConsentFields(texts, { submission, requestId: id, phoneE164 });
  const row = await storeRequest.first(db, {
    rateKey: `intake:${rateKey(caller.address)}`,
    now,
    flags: findSpamFlags(meta),
    phoneE164,
    id,
    clientReference: record.id,
    idempotencyKey: idempotencyKey ?? null,
    bodyHash,
    ...getAnswerParams(record),
    emailNormalized: email,
    zipValid: normalizeZip(record.zip_code),
    phoneHash: phoneE164 && hashContact(contactKeys, phoneE164),
    emailHash: email && hashContact(contactKeys, email),
    gpc: caller.gpc,
    clientCreatedAt: record.created_at,
    consentId: consent.id,
    consentStatus: consent.status,
    textId: consent.textId,
    textVersion: consent.textVersion,
    textSha256: consent.textSha256,
    renderedText: consent.renderedText,
    purpose: consent.purpose,
    pageUrl: consent.pageUrl,
    formVersion: consent.formVersion,
    ip: consent.ip,
    userAgent: consent.userAgent,
    shownAt: consent.shownAt,
    agreedAt: consent.agreedAt,
    visibleMs: consent.visibleMs,
    recordHash: hashConsentRecord(consent),
    outboxId: randomUUIDv7(),
    target: submission.target,
    holdingFlags: HOLDING_FLAGS,
    keyVersion: getKeyVersion(contactKeys),
    keyId: pageKey?.id ?? null,
    keyHash: pageKey?.hash ?? null,
    mailId: email ? randomUUIDv7() : null,
    mailKind: RECEIPT_MAIL,
    ...getTouchParams(meta, { gpc: caller.gpc }),
  });
  if (row?.id) return { ok: true, id: row.id, created: true, key: pageKey?.key ?? null };
  if (!row || row.hits > HARD_CAP_PER_MINUTE) return { ok: false, reason: "too-many" };
  return findStored(db, submission, bodyHash);
}

/** The result for an idempotency key that was used before. */
async function findStored(
  db: Database,
  { id, idempotencyKey = "", meta, contactKeys, now }: IdentifiedSubmission,
  bodyHash: string,
): Promise<SubmitResult> {
  const row = await findRequestByKey.first(db, { key: idempotencyKey });
  if (!row) throw new Error("a request was refused by its key, but no request has that key");
  if (row.bodyHash !== bodyHash) return { ok: false, reason: "key-conflict" };
  // The key of the first answer is stored as a hash only, so a repeated one gets another.
  const pageKey = meta && (await addRepeatedFormKey(db, contactKeys, { requestId: row.id, now }));
  return { ok: true, id: row.id, created: row.id === id, key: pageKey?.key ?? null };
}

/** Signs that a bot filled in the form. */
function findSpamFlags(meta: IntakeMeta | undefined): RequestFlag[] {
  const flags: RequestFlag[] = [];
  if (meta?.website) flags.push("honeypot");
  if (meta?.filled_ms !== undefined && meta.filled_ms < MIN_FILL_MS) flags.push("too-fast");
  return flags;
}

/** Parameters of the statement for where the visitor came from; all null where that is not known. */
function getTouchParams(meta: IntakeMeta | undefined, options: { gpc: boolean }) {
  const touches = parseTouches(meta?.touch, options);
  if (!touches) return { source: null, firstTouch: null, lastTouch: null };
  const { first, last } = touches;
  return { source: classifySource(last, options), firstTouch: first, lastTouch: last };
}

async function buildConsentFields(
  texts: ConsentTexts,
  options: { submission: Submission; requestId: string; phoneE164: string | null },
): Promise<ConsentRecordFields> {
  const { record, meta, caller, now } = options.submission;
  const text = meta ? await texts.find(meta.consent_text_id) : null;
  return {
    id: randomUUIDv7(),
    serviceRequestId: options.requestId,
    status: text ? "captured" : "not captured",
    textId: text?.id ?? null,
    textVersion: text?.version ?? null,
    textSha256: text?.sha256 ?? null,
    renderedText: text?.renderedText ?? null,
    purpose: CONSENT_PURPOSE,
    name: record.customer_name,
    phoneRaw: record.customer_phone,
    phoneE164: options.phoneE164,
    pageUrl: meta ? removeClickIds(meta.page_url) : null,
    formVersion: meta?.form_version ?? null,
    ip: caller.address,
    userAgent: caller.userAgent,
    gpc: caller.gpc,
    shownAt: meta?.shown_at ?? null,
    agreedAt: meta?.agreed_at ?? null,
    visibleMs: meta?.visible_ms ?? null,
    createdAt: now,
  };
}
