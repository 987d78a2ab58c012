import { randomUUIDv7 } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { CONSENT_PURPOSE } from "#app/features/consent/consent-text.ts";
import { type ConsentRecordFields, hashConsentRecord } from "#app/features/consent/hash-record.ts";
import type { ConsentTexts } from "#app/features/consent/texts.server.ts";
import type { TargetName } from "#app/lib/delivery-targets.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { contactHash } from "#app/lib/secret.server.ts";
import {
  DUPLICATE_WINDOW_HOURS,
  HARD_CAP_PER_MINUTE,
  HOLDING_FLAGS,
  MIN_FILL_MS,
  type RequestFlag,
  VELOCITY_FLAG_PER_MINUTE,
} from "../constants.ts";
import { hashBody } from "./hash-body.ts";
import type { IntakeMeta, IntakeRecord } from "./schema.server.ts";

/** What the server knows about the caller. */
export type Caller = { address: string; userAgent: string | null; gpc: boolean };

export type Submission = {
  record: IntakeRecord;
  meta?: IntakeMeta;
  idempotencyKey?: string;
  caller: Caller;
  now: Date;
  /** Where the request is delivered; a setting, fixed when the request is stored. */
  target: TargetName;
  /** Key of the contact hashes (suppressions). */
  contactKey: Buffer;
};

export type SubmitResult =
  | { ok: true; id: string; created: boolean }
  | { ok: false; reason: "key-conflict" | "too-many" };

const WINDOW_SECONDS = 60;

/**
 * One statement, so one round trip and one durable commit: rate window, request, consent record,
 * outbox row. The window's table is UNLOGGED and adds nothing to the commit. Suspected spam is
 * stored and held, never dropped.
 */
const SUBMIT_SQL = `
  with rate as (
    insert into rate_limits as r (key, window_start, hits) values ($1, $2, 1)
    on conflict (key) do update set
      hits = case when r.window_start > $2::timestamptz - interval '${WINDOW_SECONDS} seconds' then r.hits + 1 else 1 end,
      window_start = case when r.window_start > $2::timestamptz - interval '${WINDOW_SECONDS} seconds' then r.window_start else $2 end
    returning hits
  ), flagged as (
    select $3::text[]
      || case when hits > ${VELOCITY_FLAG_PER_MINUTE} then '{velocity}'::text[] else '{}' end
      || case when exists (
           select from service_requests d where d.phone_e164 = $4 and d.created_at > $2::timestamptz - interval '${DUPLICATE_WINDOW_HOURS} hours'
         ) then '{duplicate}'::text[] else '{}' end as flags
    from rate where hits <= ${HARD_CAP_PER_MINUTE}
  ), request as (
    insert into service_requests (
      id, created_at, phone_e164, flags, client_reference, idempotency_key, body_hash, customer_name, customer_phone, customer_email,
      address, city, state, zip_code, service_type, project_type, project_size, timeframe, description, is_property_owner,
      send_template, additional_details, email_normalized, zip_valid, phone_hash, email_hash, gpc, client_created_at
    )
    select $5, $2, $4, flags, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29
    from flagged
    on conflict (idempotency_key) do nothing
    returning id, flags
  ), consent as (
    insert into consent_records (
      service_request_id, created_at, phone_e164, name, phone_raw, gpc, id, status, text_id, text_version, text_sha256, rendered_text, purpose,
      page_url, form_version, ip, user_agent, shown_at, agreed_at, visible_ms, record_hash
    )
    select id, $2, $4, $9, $10, $28, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44 from request
  ), outbox as (
    insert into crm_outbox (id, request_id, target, state, next_attempt_at, created_at)
    select $45, id, $46, case when flags && $47::text[] then 'held' else 'waiting' end, $2, $2 from request
  )
  select (select hits from rate) as hits, (select id from request) as id`;

/**
 * Stores a quote request with its proof of consent and its delivery order, or finds the one stored
 * under the same key. Resolves only after the commit.
 */
export async function submitRequest(
  db: Database,
  texts: ConsentTexts,
  submission: Submission,
): Promise<SubmitResult> {
  const { record, meta, idempotencyKey, caller, now, contactKey } = submission;
  const id = randomUUIDv7();
  const phoneE164 = toE164(record.customer_phone);
  const email = record.customer_email?.trim().toLowerCase() || null;
  const zip = record.zip_code?.trim() ?? "";
  const bodyHash = hashBody(record);
  const consent = await buildConsentFields(texts, { submission, requestId: id, phoneE164 });
  const { rows } = await db.$client.query<{ hits: number; id: string | null }>({
    name: "submit-request",
    text: SUBMIT_SQL,
    values: [
      `intake:${rateKey(caller.address)}`,
      now,
      findSpamFlags(meta),
      phoneE164,
      id,
      record.id,
      idempotencyKey ?? null,
      bodyHash,
      record.customer_name,
      record.customer_phone,
      record.customer_email,
      record.address,
      record.city,
      record.state,
      record.zip_code,
      record.service_type,
      record.project_type,
      record.project_size,
      record.timeframe,
      record.description,
      record.is_property_owner,
      record.send_template,
      record.additional_details,
      email,
      /^\d{5}$/.test(zip) ? zip : null,
      phoneE164 && contactHash(contactKey, phoneE164),
      email && contactHash(contactKey, email),
      caller.gpc,
      record.created_at,
      consent.id,
      consent.status,
      consent.textId,
      consent.textVersion,
      consent.textSha256,
      consent.renderedText,
      consent.purpose,
      consent.pageUrl,
      consent.formVersion,
      consent.ip,
      consent.userAgent,
      consent.shownAt,
      consent.agreedAt,
      consent.visibleMs,
      hashConsentRecord(consent),
      randomUUIDv7(),
      submission.target,
      HOLDING_FLAGS,
    ],
  });
  const [row] = rows;
  if (row?.id) return { ok: true, id: row.id, created: true };
  if (!row || row.hits > HARD_CAP_PER_MINUTE) return { ok: false, reason: "too-many" };
  return findByKey(db, idempotencyKey ?? "", bodyHash);
}

async function findByKey(db: Database, key: string, bodyHash: string): Promise<SubmitResult> {
  const { rows } = await db.$client.query<{ id: string; body_hash: string }>({
    name: "request-by-key",
    text: "select id, body_hash from service_requests where idempotency_key = $1",
    values: [key],
  });
  const [row] = rows;
  if (!row) throw new Error("a request was refused by its key, but no request has that key");
  return row.body_hash === bodyHash
    ? { ok: true, id: row.id, created: false }
    : { ok: false, reason: "key-conflict" };
}

/** Signs that a bot filled in the form. */
function findSpamFlags(meta: IntakeMeta | undefined): RequestFlag[] {
  const flags: RequestFlag[] = [];
  if (meta?.website) flags.push("honeypot");
  if (meta?.filled_ms !== undefined && meta.filled_ms < MIN_FILL_MS) flags.push("too-fast");
  return flags;
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
    pageUrl: meta?.page_url ?? null,
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
