import { createHash, randomUUIDv7 } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import {
  type HashedContact,
  hashContacts,
  suppressHashes,
} from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { storableText } from "#app/lib/text.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";

/** PostgreSQL refuses some characters that JSON allows. */
const text = (max: number) => z.string().overwrite(storableText).min(1).max(max);
const channelSchema = z.object({ status: z.string() }).optional().catch(undefined);
/** Required fields must be valid; invalid optional fields are dropped. */
const eventSchema = z.object({
  type: text(100),
  locationId: text(200).optional().catch(undefined),
  webhookId: text(200).optional().catch(undefined),
  timestamp: text(60).optional().catch(undefined),
  id: text(200).optional().catch(undefined),
  contactId: text(200).optional().catch(undefined),
  phone: text(100).optional().catch(undefined),
  email: text(300).optional().catch(undefined),
  dnd: z.boolean().optional().catch(undefined),
  dndSettings: z
    .object({ Call: channelSchema, SMS: channelSchema, Email: channelSchema })
    .optional()
    .catch(undefined),
});
type CrmEvent = z.infer<typeof eventSchema>;

export type EventResult =
  | { ok: true; done: "recorded" | "opted-out" | "duplicate" | "ignored" }
  | { ok: false; reason: "unreadable" };

/**
 * The CRM also sends events about our own changes: this long after our delivery or opt-out, events
 * are ignored.
 */
const ECHO_MS = 10 * MINUTE_MS;
/** Changes within this time share one entry of the timeline. */
const UPDATE_EVERY_MS = 10 * MINUTE_MS;

type EventContext = Pick<AppContext, "db" | "contactKey" | "log" | "now"> & {
  env: Pick<AppContext["env"], "CRM_LOCATION_ID">;
};

/**
 * Handles one event whose signature was verified: records what concerns our requests, each event
 * once.
 */
export async function receiveEvent(app: EventContext, raw: string): Promise<EventResult> {
  const parsed = eventSchema.safeParse(parseJson(raw));
  if (!parsed.success) return { ok: false, reason: "unreadable" };
  const event = parsed.data;
  const contactId = event.id ?? event.contactId;
  if (event.type !== "ContactUpdate" && event.type !== "ContactDndUpdate")
    return { ok: true, done: "ignored" };
  const kinds = event.type === "ContactDndUpdate" ? listOptedOutKinds(event) : [];
  const now = app.now();
  return inTransaction(app.db.$client, async (tx): Promise<EventResult> => {
    const own = await listOwnLocations(tx, app.env);
    if (own.length === 0)
      app.log.warn(
        { type: event.type },
        "an event of HighLevel is ignored: no location is connected, and CRM_LOCATION_ID is not set",
      );
    if (!event.locationId || !own.includes(event.locationId)) return { ok: true, done: "ignored" };
    // Deliveries by the function store no contact id, so opt-outs also match by phone and e-mail.
    const requests = await findRequests(
      tx,
      kinds.length > 0 ? { ...event, contactId } : { contactId },
    );
    if (requests.length === 0) return { ok: true, done: "ignored" };
    const eventId = createHash("sha256")
      .update(event.webhookId ?? raw)
      .digest("hex");
    const { rowCount } = await tx.query(
      "insert into crm_events (id, type, received_at) values ($1, $2, $3) on conflict do nothing",
      [eventId, event.type, now],
    );
    if (rowCount === 0) return { ok: true, done: "duplicate" };
    if (kinds.length > 0) return recordOptOut(tx, app, { event, contactId, requests, kinds, now });
    return recordUpdate(tx, { requests, now });
  });
}

/**
 * HighLevel signs the events of all its customers with one key: only the location shows whether an
 * event is ours.
 */
async function listOwnLocations(tx: pg.PoolClient, env: EventContext["env"]): Promise<string[]> {
  const { rows } = await tx.query<{ location_id: string }>(
    "select location_id from crm_connections where disconnected_at is null",
  );
  return [
    ...rows.map((row) => row.location_id),
    ...(env.CRM_LOCATION_ID ? [env.CRM_LOCATION_ID] : []),
  ];
}

type StoredRequest = {
  id: string;
  phoneHash: string | null;
  emailHash: string | null;
  syncedAt: Date | null;
};

type Named = Pick<CrmEvent, "contactId" | "phone" | "email">;

/** Requests of a contact, or of the phone and the e-mail that an event names; newest first. */
async function findRequests(
  tx: pg.PoolClient,
  { contactId, phone, email }: Named,
): Promise<StoredRequest[]> {
  const { rows } = await tx.query<StoredRequest>(
    `select r.id, r.phone_hash as "phoneHash", r.email_hash as "emailHash", r.synced_at as "syncedAt" from service_requests r
     where (r.ghl_contact_id = $1 or r.phone_e164 = $2 or r.email_normalized = $3) and not r.is_demo order by r.created_at desc`,
    [contactId ?? null, phone ? toE164(phone) : null, email?.trim().toLowerCase() || null],
  );
  return rows;
}

/**
 * Kinds of contact that an event opts out: do-not-disturb on all channels or on some; texts and
 * calls both count for the phone.
 */
function listOptedOutKinds({ dnd, dndSettings }: CrmEvent): HashedContact["kind"][] {
  const isOn = (channel: { status?: string } | undefined) =>
    channel?.status === "active" || channel?.status === "permanent";
  const phone = dnd || isOn(dndSettings?.Call) || isOn(dndSettings?.SMS);
  const email = dnd || isOn(dndSettings?.Email);
  return [...(phone ? (["phone"] as const) : []), ...(email ? (["email"] as const) : [])];
}

type OptOut = {
  event: CrmEvent;
  contactId: string | undefined;
  requests: StoredRequest[];
  kinds: HashedContact["kind"][];
  now: Date;
};

async function recordOptOut(
  tx: pg.PoolClient,
  { contactKey }: EventContext,
  { event, contactId, requests, kinds, now }: OptOut,
): Promise<EventResult> {
  if (contactId && (await isEcho(tx, contactId, now))) return { ok: true, done: "duplicate" };
  const storedContacts = requests.flatMap(({ phoneHash, emailHash }): HashedContact[] => [
    ...(phoneHash ? [{ kind: "phone" as const, contactHash: phoneHash }] : []),
    ...(emailHash ? [{ kind: "email" as const, contactHash: emailHash }] : []),
  ]);
  const named = hashContacts(contactKey, event);
  const contacts = [
    ...new Map(
      [...storedContacts, ...named]
        .filter(({ kind }) => kinds.includes(kind))
        .map((contact) => [contact.contactHash, contact]),
    ).values(),
  ];
  await suppressHashes(drizzle(tx), {
    contacts,
    source: "crm",
    now: eventTime(event, now),
    except: contactId,
  });
  await addTimelineEvents(tx, {
    ids: requests.map((request) => request.id),
    kind: "crm-stop",
    now,
  });
  return { ok: true, done: "opted-out" };
}

/**
 * Whether an opt-out that we delivered may have caused the event. A waiting one has not before its
 * first attempt, nor if a newer request lifts it.
 */
async function isEcho(tx: pg.PoolClient, contactId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from crm_opt_outs s where contact_id = $1 and (
       (state = 'delivered' and finished_at > $2)
       or (state = 'waiting' and (attempts > 0 or lease_until is not null)
         and not exists (select from service_requests r where r.ghl_contact_id = s.contact_id and r.created_at > s.created_at and not r.is_demo))
     ) limit 1`,
    [contactId, new Date(now.getTime() - ECHO_MS)],
  );
  return Boolean(rowCount);
}

/** When the event happened in the CRM, so that a late one does not override a newer consent. */
function eventTime({ timestamp }: CrmEvent, now: Date): Date {
  const at = Date.parse(timestamp ?? "");
  return Number.isNaN(at) || at > now.getTime() ? now : new Date(at);
}

async function recordUpdate(
  tx: pg.PoolClient,
  { requests, now }: { requests: StoredRequest[]; now: Date },
): Promise<EventResult> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [latest] = requests;
  if (!latest || (latest.syncedAt && latest.syncedAt > before(ECHO_MS)))
    return { ok: true, done: "duplicate" };
  const { rowCount } = await tx.query(
    "select from request_events where request_id = $1 and kind = 'crm-updated' and at > $2 limit 1",
    [latest.id, before(UPDATE_EVERY_MS)],
  );
  if (rowCount) return { ok: true, done: "duplicate" };
  await addTimelineEvents(tx, { ids: [latest.id], kind: "crm-updated", now });
  return { ok: true, done: "recorded" };
}

async function addTimelineEvents(
  tx: pg.PoolClient,
  { ids, kind, now }: { ids: string[]; kind: string; now: Date },
): Promise<void> {
  for (const id of ids)
    await tx.query(
      "insert into request_events (id, request_id, at, kind, detail) values ($1, $2, $3, $4, '{}')",
      [randomUUIDv7(), id, now, kind],
    );
}
