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

/** PostgreSQL refuses some letters that JSON allows. */
const text = (max: number) => z.string().overwrite(storableText).min(1).max(max);
const channelSchema = z.object({ status: z.string() }).optional().catch(undefined);
/** What we need must be there; what is only of use is left out where it is not as expected. */
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
  | { ok: true; done: "noted" | "stopped" | "known" | "ignored" }
  | { ok: false; reason: "unreadable" };

/**
 * The CRM tells us of what we did ourselves, too: so long after a delivery or a stop of ours it is
 * no news.
 */
const ECHO_MS = 10 * MINUTE_MS;
/** One line of the timeline for changes that come close together. */
const UPDATE_EVERY_MS = 10 * MINUTE_MS;

type EventServices = Pick<AppContext, "db" | "contactKey" | "log" | "now"> & {
  env: Pick<AppContext["env"], "CRM_LOCATION_ID">;
};

/**
 * Takes one event whose signature was checked: what concerns our requests is written down, each
 * event once.
 */
export async function receiveEvent(services: EventServices, raw: string): Promise<EventResult> {
  const parsed = eventSchema.safeParse(parseJson(raw));
  if (!parsed.success) return { ok: false, reason: "unreadable" };
  const event = parsed.data;
  const contactId = event.id ?? event.contactId;
  if (event.type !== "ContactUpdate" && event.type !== "ContactDndUpdate")
    return { ok: true, done: "ignored" };
  const kinds = event.type === "ContactDndUpdate" ? stoppedKinds(event) : [];
  const now = services.now();
  return inTransaction(services.db.$client, async (tx): Promise<EventResult> => {
    const own = await listOwnLocations(tx, services.env);
    if (own.length === 0)
      services.log.warn(
        { type: event.type },
        "an event of HighLevel is ignored: no location is connected, and CRM_LOCATION_ID is not set",
      );
    if (!event.locationId || !own.includes(event.locationId)) return { ok: true, done: "ignored" };
    // Of a delivery by the function no contact id is known, so that a stop is also found by phone
    // and e-mail.
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
    if (rowCount === 0) return { ok: true, done: "known" };
    if (kinds.length > 0) return stop(tx, services, { event, contactId, requests, kinds, now });
    return noteUpdate(tx, { requests, now });
  });
}

/**
 * HighLevel signs the events of everybody with one key: only the location says whether an event is
 * ours.
 */
async function listOwnLocations(tx: pg.PoolClient, env: EventServices["env"]): Promise<string[]> {
  const { rows } = await tx.query<{ location_id: string }>(
    "select location_id from crm_connections where disconnected_at is null",
  );
  return [
    ...rows.map((row) => row.location_id),
    ...(env.CRM_LOCATION_ID ? [env.CRM_LOCATION_ID] : []),
  ];
}

type KnownRequest = {
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
): Promise<KnownRequest[]> {
  const { rows } = await tx.query<KnownRequest>(
    `select r.id, r.phone_hash as "phoneHash", r.email_hash as "emailHash", r.synced_at as "syncedAt" from service_requests r
     where (r.ghl_contact_id = $1 or r.phone_e164 = $2 or r.email_normalized = $3) and not r.is_demo order by r.created_at desc`,
    [contactId ?? null, phone ? toE164(phone) : null, email?.trim().toLowerCase() || null],
  );
  return rows;
}

/**
 * Do-not-disturb as a whole, or on single channels: a text or a call that was stopped stops the
 * phone.
 */
function stoppedKinds({ dnd, dndSettings }: CrmEvent): HashedContact["kind"][] {
  const isOn = (channel: { status?: string } | undefined) =>
    channel?.status === "active" || channel?.status === "permanent";
  const phone = dnd || isOn(dndSettings?.Call) || isOn(dndSettings?.SMS);
  const email = dnd || isOn(dndSettings?.Email);
  return [...(phone ? (["phone"] as const) : []), ...(email ? (["email"] as const) : [])];
}

type Stop = {
  event: CrmEvent;
  contactId: string | undefined;
  requests: KnownRequest[];
  kinds: HashedContact["kind"][];
  now: Date;
};

async function stop(
  tx: pg.PoolClient,
  { contactKey }: EventServices,
  { event, contactId, requests, kinds, now }: Stop,
): Promise<EventResult> {
  if (contactId && (await isEcho(tx, contactId, now))) return { ok: true, done: "known" };
  const ofRequests = requests.flatMap(({ phoneHash, emailHash }): HashedContact[] => [
    ...(phoneHash ? [{ kind: "phone" as const, contactHash: phoneHash }] : []),
    ...(emailHash ? [{ kind: "email" as const, contactHash: emailHash }] : []),
  ]);
  const named = hashContacts(contactKey, event);
  const contacts = [
    ...new Map(
      [...ofRequests, ...named]
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
  await addEvents(tx, { ids: requests.map((request) => request.id), kind: "crm-stop", now });
  return { ok: true, done: "stopped" };
}

/**
 * Whether an order of ours may have made the event. One that waits made none before it was tried,
 * and none where a newer request lifts it.
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

/** When it happened there, so that a late message does not undo a newer consent. */
function eventTime({ timestamp }: CrmEvent, now: Date): Date {
  const at = Date.parse(timestamp ?? "");
  return Number.isNaN(at) || at > now.getTime() ? now : new Date(at);
}

async function noteUpdate(
  tx: pg.PoolClient,
  { requests, now }: { requests: KnownRequest[]; now: Date },
): Promise<EventResult> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [latest] = requests;
  if (!latest || (latest.syncedAt && latest.syncedAt > before(ECHO_MS)))
    return { ok: true, done: "known" };
  const { rowCount } = await tx.query(
    "select from request_events where request_id = $1 and kind = 'crm-updated' and at > $2 limit 1",
    [latest.id, before(UPDATE_EVERY_MS)],
  );
  if (rowCount) return { ok: true, done: "known" };
  await addEvents(tx, { ids: [latest.id], kind: "crm-updated", now });
  return { ok: true, done: "noted" };
}

async function addEvents(
  tx: pg.PoolClient,
  { ids, kind, now }: { ids: string[]; kind: string; now: Date },
): Promise<void> {
  for (const id of ids)
    await tx.query(
      "insert into request_events (id, request_id, at, kind, detail) values ($1, $2, $3, $4, '{}')",
      [randomUUIDv7(), id, now, kind],
    );
}
