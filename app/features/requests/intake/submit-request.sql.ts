import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import {
  DUPLICATE_WINDOW_HOURS,
  HARD_CAP_PER_MINUTE,
  VELOCITY_FLAG_PER_MINUTE,
} from "../constants.ts";

const WINDOW = "interval '60 seconds'";

/**
 * Counts the caller's requests, and stores the request, its consent record, its outbox row, the key
 * of the customer's own page, the receipt mail to send and where the visitor came from: one statement, so one round trip and one
 * commit. The table `rate_limits` is UNLOGGED, so counting
 * adds nothing to the commit. Suspected spam is stored and held, never dropped. `id` is null if the
 * hard cap is exceeded or the idempotency key was used before.
 */
export const storeRequest = sqlStatement({
  name: "submit-request",
  params: {
    rateKey: t.text(),
    now: t.instant(),
    flags: t.textArray(),
    phoneE164: t.orNull(t.text()),
    id: t.uuid(),
    clientReference: t.orNull(t.text()),
    idempotencyKey: t.orNull(t.text()),
    bodyHash: t.text(),
    customerName: t.text(),
    customerPhone: t.text(),
    customerEmail: t.orNull(t.text()),
    address: t.orNull(t.text()),
    city: t.orNull(t.text()),
    state: t.orNull(t.text()),
    zipCode: t.orNull(t.text()),
    serviceType: t.text(),
    projectType: t.text(),
    projectSize: t.text(),
    timeframe: t.orNull(t.text()),
    description: t.orNull(t.text()),
    isPropertyOwner: t.orNull(t.boolean()),
    sendTemplate: t.orNull(t.text()),
    additionalDetails: t.jsonb(),
    emailNormalized: t.orNull(t.text()),
    zipValid: t.orNull(t.text()),
    phoneHash: t.orNull(t.text()),
    emailHash: t.orNull(t.text()),
    gpc: t.boolean(),
    clientCreatedAt: t.orNull(t.instant()),
    consentId: t.uuid(),
    consentStatus: t.text(),
    textId: t.orNull(t.text()),
    textVersion: t.orNull(t.integer()),
    textSha256: t.orNull(t.text()),
    renderedText: t.orNull(t.text()),
    purpose: t.text(),
    pageUrl: t.orNull(t.text()),
    formVersion: t.orNull(t.text()),
    ip: t.orNull(t.text()),
    userAgent: t.orNull(t.text()),
    shownAt: t.orNull(t.instant()),
    agreedAt: t.orNull(t.instant()),
    visibleMs: t.orNull(t.integer()),
    recordHash: t.text(),
    outboxId: t.uuid(),
    target: t.text(),
    holdingFlags: t.textArray(),
    /** Of the contact keys, with which the hashes were made. */
    keyVersion: t.integer(),
    /** Null for a client that is not given the key. */
    keyId: t.orNull(t.uuid()),
    keyHash: t.orNull(t.text()),
    /** Null without an email address. */
    mailId: t.orNull(t.uuid()),
    mailKind: t.text(),
    /** Null where nothing is known. */
    source: t.orNull(t.text()),
    firstTouch: t.orNull(t.jsonb()),
    lastTouch: t.orNull(t.jsonb()),
  },
  row: { hits: t.integer(), id: t.orNull(t.uuid()) },
  sql: `
    with rate as (
      insert into rate_limits as r (key, window_start, hits) values (:rateKey, :now, 1)
      on conflict (key) do update set
        hits = case when r.window_start > :now::timestamptz - ${WINDOW} then r.hits + 1 else 1 end,
        window_start = case when r.window_start > :now::timestamptz - ${WINDOW} then r.window_start else :now end
      returning hits
    ), flagged as (
      select :flags::text[]
        || case when hits > ${VELOCITY_FLAG_PER_MINUTE} then '{velocity}'::text[] else '{}' end
        || case when exists (
             select from service_requests d
             where d.phone_e164 = :phoneE164
               and d.created_at > :now::timestamptz - interval '${DUPLICATE_WINDOW_HOURS} hours'
           ) then '{duplicate}'::text[] else '{}' end as flags
      from rate where hits <= ${HARD_CAP_PER_MINUTE}
    ), request as (
      insert into service_requests (
        id, created_at, phone_e164, flags, client_reference, idempotency_key, body_hash,
        customer_name, customer_phone, customer_email, address, city, state, zip_code,
        service_type, project_type, project_size, timeframe, description, is_property_owner,
        send_template, additional_details, email_normalized, zip_valid, phone_hash, email_hash,
        contact_key_version, gpc, client_created_at
      )
      select :id, :now, :phoneE164, flags, :clientReference, :idempotencyKey, :bodyHash,
        :customerName, :customerPhone, :customerEmail, :address, :city, :state, :zipCode,
        :serviceType, :projectType, :projectSize, :timeframe, :description, :isPropertyOwner,
        :sendTemplate, :additionalDetails, :emailNormalized, :zipValid, :phoneHash, :emailHash,
        :keyVersion, :gpc, :clientCreatedAt
      from flagged
      on conflict (idempotency_key) do nothing
      returning id, flags
    ), consent as (
      insert into consent_records (
        service_request_id, created_at, phone_e164, name, phone_raw, gpc, id, status, text_id,
        text_version, text_sha256, rendered_text, purpose, page_url, form_version, ip, user_agent,
        shown_at, agreed_at, visible_ms, record_hash
      )
      select id, :now, :phoneE164, :customerName, :customerPhone, :gpc, :consentId, :consentStatus,
        :textId, :textVersion, :textSha256, :renderedText, :purpose, :pageUrl, :formVersion, :ip,
        :userAgent, :shownAt, :agreedAt, :visibleMs, :recordHash
      from request
    ), outbox as (
      insert into crm_outbox (id, request_id, target, state, next_attempt_at, created_at)
      select :outboxId, id, :target,
        case when flags && :holdingFlags::text[] then 'held' else 'waiting' end, :now, :now
      from request
    ), key as (
      insert into request_keys (id, request_id, key_hash, key_version, made_for, created_at)
      select :keyId, id, :keyHash, :keyVersion, 'form', :now from request where :keyId::uuid is not null
    ), receipt as (
      insert into customer_mails (id, request_id, kind, subject_id, next_attempt_at, created_at)
      select :mailId, id, :mailKind, id, :now, :now from request where :mailId::uuid is not null
    ), touch as (
      insert into request_touches (request_id, created_at, source, first_touch, last_touch)
      select id, :now, :source, :firstTouch, :lastTouch from request where :source::text is not null
    )
    select (select hits from rate) as hits, (select id from request) as id`,
});

export const findRequestByKey = sqlStatement({
  name: "request-by-key",
  params: { key: t.text() },
  row: { id: t.uuid(), bodyHash: t.text() },
  sql: `select id, body_hash as "bodyHash" from service_requests where idempotency_key = :key`,
});
