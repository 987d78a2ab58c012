import { createHash } from "node:crypto";
import type pg from "pg";
import { EXPIRY_ALARM_MS } from "#app/features/crm/constants.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import type {
  LateOptOuts,
  NamedRequest,
  NightlyTrouble,
  RequestBatch,
  TargetTrouble,
} from "./compose-mails.ts";
import { NAMED_IN_A_MAIL, STOP_TOO_LONG_MS } from "./constants.ts";
import { type NotificationSettings, notificationSettingsSchema } from "./schema.ts";

/**
 * Settings of the mails and when they last changed; the defaults where a stored row is invalid.
 */
export async function getNotificationSettings(
  pool: pg.Pool,
): Promise<NotificationSettings & { changedAt: Date | null }> {
  const { rows } = await pool.query<{ key: string; value: unknown; updated_at: Date }>(
    "select key, value, updated_at from settings where key = any($1)",
    [Object.keys(notificationSettingsSchema.shape)],
  );
  const parsed = notificationSettingsSchema.safeParse(
    Object.fromEntries(rows.map((row) => [row.key, row.value])),
  );
  return {
    ...(parsed.success ? parsed.data : notificationSettingsSchema.parse({})),
    changedAt: rows[0]?.updated_at ?? null,
  };
}

export type Recipient = { id: string; email: string; since: Date };

/** Who gets mails about requests: everyone who may work on them. */
export async function listRecipients(pool: pg.Pool): Promise<Recipient[]> {
  const { rows } = await pool.query<Recipient>(
    `select u.id, u.email, a.created_at as since from admin_users a join staff_users u on u.id = a.user_id
     where a.is_active and a.role in ('staff', 'superadmin') order by u.id`,
  );
  return rows;
}

export type LastMail = { subjectId: string | null; sentAt: Date };

/** The latest mail of a kind to each person, which has the newest row it covered. */
export async function listLastMails(pool: pg.Pool, kind: string): Promise<Map<string, LastMail>> {
  const { rows } = await pool.query<LastMail & { recipientId: string }>(
    `select distinct on (recipient_id) recipient_id as "recipientId", subject_id as "subjectId", sent_at as "sentAt"
     from notifications where kind = $1 and channel = 'email' and recipient_id is not null and not is_demo order by recipient_id, sent_at desc, id desc`,
    [kind],
  );
  return new Map(rows.map((row) => [row.recipientId, row]));
}

/** What a mail would list, and the newest row that it covers. */
export type FoundRequests = RequestBatch & { subjectId: string };
type Row = NamedRequest & { id: string; count: number };

function buildBatch(rows: Row[]): FoundRequests | null {
  const [newest] = rows;
  return newest ? { count: newest.count, subjectId: newest.id, named: rows } : null;
}

/** The lowest id (UUIDv7) of a row created at that time. */
export function getLowestId(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Requests that were not held, newest first. Ids grow with time; `after` is the last one covered. */
export async function findNewRequests(
  pool: pg.Pool,
  options: { after: string | null; since: Date; until: Date; holding: readonly string[] },
): Promise<FoundRequests | null> {
  const { rows } = await pool.query<Row>(
    `select id, service_type as "serviceType", city, count(*) over ()::int as count from service_requests
     where created_at > $1 and created_at <= $2 and ($3::uuid is null or id > $3) and not is_demo and not flags && $4 order by id desc limit $5`,
    [options.since, options.until, options.after, options.holding, NAMED_IN_A_MAIL],
  );
  return buildBatch(rows);
}

/** Requests that are held until somebody releases them. */
export async function findHeldRequests(
  pool: pg.Pool,
  options: { after: string | null; since: Date; until: Date },
): Promise<FoundRequests | null> {
  const { rows } = await pool.query<Row>(
    `select r.id, r.service_type as "serviceType", r.city, count(*) over ()::int as count from service_requests r
     where r.created_at > $1 and r.created_at <= $2 and ($3::uuid is null or r.id > $3) and not r.is_demo
       and exists (select from crm_outbox o where o.request_id = r.id and o.state = 'held')
     order by r.id desc limit $4`,
    [options.since, options.until, options.after, NAMED_IN_A_MAIL],
  );
  return buildBatch(rows);
}

/** Accepted requests whose customer was not asked yet, by the bids that accepting created. */
export async function findAcceptedOffers(
  pool: pg.Pool,
  options: { after: string; until: Date },
): Promise<FoundRequests | null> {
  const { rows } = await pool.query<Row>(
    `select b.id, r.service_type as "serviceType", r.city, count(*) over ()::int as count
     from offers o join bids b on b.id = o.bid_id join service_requests r on r.id = o.request_id
     where o.state = 'accepted' and o.customer_approved_at is null and b.id > $1 and o.decided_at <= $2 and not r.is_demo
     order by b.id desc limit $3`,
    [options.after, options.until, NAMED_IN_A_MAIL],
  );
  return buildBatch(rows);
}

/**
 * Dead outbox rows by their last attempt, so that one that fails again is reported again. Erased
 * requests were ended on purpose.
 */
export async function findFailedDeliveries(
  pool: pg.Pool,
  options: { after: string; until: Date },
): Promise<FoundRequests | null> {
  const { rows } = await pool.query<Row>(
    `select a.id, r.service_type as "serviceType", r.city, count(*) over ()::int as count
     from crm_outbox o join service_requests r on r.id = o.request_id
       join lateral (select id, finished_at from crm_attempts where outbox_id = o.id order by id desc limit 1) a on true
     where o.state = 'dead' and a.id > $1 and a.finished_at <= $2 and r.body_hash <> $4 and not r.is_demo
     order by a.id desc limit $3`,
    [options.after, options.until, NAMED_IN_A_MAIL, ERASED_HASH],
  );
  return buildBatch(rows);
}

export type OpenTarget = TargetTrouble & { subjectId: string };

/** Targets whose circuit breaker is open, with an id for each time it opened. */
export async function listOpenTargets(pool: pg.Pool): Promise<OpenTarget[]> {
  const { rows } = await pool.query<TargetTrouble & { since: Date }>(
    "select target, state, reason, since from crm_targets where state <> 'closed' order by target",
  );
  return rows.map(({ since, ...trouble }) => ({
    ...trouble,
    subjectId: hashToUuid(`${trouble.target} ${trouble.state} ${since.toISOString()}`),
  }));
}

export type EndingConnection = { endsAt: Date; subjectId: string };

/**
 * The connection whose tokens expire soon because they could not be renewed, with an id for each
 * pair of tokens. After they expired, the target's breaker is reported instead.
 */
export async function findEndingConnection(
  pool: pg.Pool,
  now: Date,
): Promise<EndingConnection | null> {
  const { rows } = await pool.query<{ id: string; version: number; endsAt: Date }>(
    `select id, version, expires_at as "endsAt" from crm_connections
     where disconnected_at is null and refresh_error is not null and expires_at > $1 and expires_at <= $2`,
    [now, new Date(now.getTime() + EXPIRY_ALARM_MS)],
  );
  const [row] = rows;
  return row
    ? { endsAt: row.endsAt, subjectId: hashToUuid(`connection ${row.id} ${row.version}`) }
    : null;
}

/** The time of an id by `getLowestId`. */
const getIdTime = (id: string) => new Date(Number.parseInt(id.replace("-", "").slice(0, 12), 16));

/**
 * Opt-outs whose delivery to the CRM failed or has waited too long, the newest first, without those
 * that a newer request revoked.
 * @param options.after an id whose time is that of the newest opt-out covered before
 */
export async function findLateOptOuts(
  pool: pg.Pool,
  options: { after: string; now: Date },
): Promise<(LateOptOuts & { subjectId: string }) | null> {
  const { rows } = await pool.query<{ contactId: string; at: Date; count: number }>(
    `select contact_id as "contactId", at, count(*) over ()::int as count
     from (select *, case state when 'dead' then finished_at else created_at + $3 * interval '1 millisecond' end as at from crm_opt_outs where state in ('dead', 'waiting')) s
     where at > $1 and at <= $2
       and not exists (select from service_requests r where r.ghl_contact_id = s.contact_id and r.created_at > s.created_at and not r.is_demo)
     order by at desc, id limit $4`,
    [getIdTime(options.after), options.now, STOP_TOO_LONG_MS, NAMED_IN_A_MAIL],
  );
  const [newest] = rows;
  return newest
    ? {
        count: newest.count,
        contactIds: rows.map((row) => row.contactId),
        subjectId: getLowestId(newest.at),
      }
    : null;
}

/** The last nightly comparison, if it found something. */
export async function findNightlyTrouble(
  pool: pg.Pool,
): Promise<(NightlyTrouble & { subjectId: string }) | null> {
  const { rows } = await pool.query<{
    id: string;
    notQueued: number;
    missing: number;
    requestIds: { notQueued: string[]; missing: string[] };
  }>(
    `select id, not_queued as "notQueued", missing, request_ids as "requestIds" from crm_reconciliations order by at desc limit 1`,
  );
  const [row] = rows;
  if (!row || row.notQueued + row.missing === 0) return null;
  const { id, notQueued, missing, requestIds } = row;
  return {
    subjectId: id,
    notQueued,
    missing,
    requestIds: [...requestIds.notQueued, ...requestIds.missing],
  };
}

function hashToUuid(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  // Version 8 of RFC 9562: a custom uuid.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
