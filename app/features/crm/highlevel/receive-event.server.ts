import { createHash, randomUUIDv7 } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import { crmConnections, crmEvents } from "#app/db/tables/crm.server.ts";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import {
  type HashedContact,
  hashContacts,
  listRequestContacts,
} from "#app/lib/hashed-contacts.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { toStorableText } from "#app/lib/text.ts";
import { suppressHashes } from "../opt-outs/suppress-contact.server.ts";
import { findRecentOptOut, listMatchingRequests } from "./receive-event.sql.ts";

/** Text without the characters that JSON allows and PostgreSQL refuses. */
const text = (max: number) => z.string().overwrite(toStorableText).min(1).max(max);
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
 * The CRM also sends events about our own changes, so events this soon after our delivery or
 * opt-out are ignored.
 */
const ECHO_MS = 10 * MINUTE_MS;
/** Changes within this time share one timeline entry. */
const UPDATE_EVERY_MS = 10 * MINUTE_MS;

type EventContext = Pick<AppContext, "db" | "contactKeys" | "log" | "now"> & {
  env: Pick<AppContext["env"], "CRM_LOCATION_ID">;
};

/**
 * Handles one event whose signature was verified: records changes and opt-outs of contacts of our
 * requests, each event once.
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
  return withTransaction(app.db, async (tx): Promise<EventResult> => {
    const locations = await listConnectedLocations(tx, app.env);
    if (locations.length === 0)
      app.log.warn(
        { type: event.type },
        "an event of HighLevel is ignored: no location is connected, and CRM_LOCATION_ID is not set",
      );
    if (!event.locationId || !locations.includes(event.locationId))
      return { ok: true, done: "ignored" };
    // Deliveries to contact-sync may store no contact id, so opt-outs also match by phone and
    // email.
    const isOptOut = kinds.length > 0;
    const requests = await listMatchingRequests.rows(tx, {
      contactId: contactId ?? null,
      phone: isOptOut && event.phone ? toE164(event.phone) : null,
      email: (isOptOut && event.email?.trim().toLowerCase()) || null,
    });
    if (requests.length === 0) return { ok: true, done: "ignored" };
    const eventId = createHash("sha256")
      .update(event.webhookId ?? raw)
      .digest("hex");
    const { rowCount } = await tx
      .insert(crmEvents)
      .values({ id: eventId, type: event.type, receivedAt: now })
      .onConflictDoNothing({ target: crmEvents.id });
    if (rowCount === 0) return { ok: true, done: "duplicate" };
    if (isOptOut) return recordOptOut(tx, app, { event, contactId, requests, kinds, now });
    return recordUpdate(tx, { requests, now });
  });
}

/**
 * Locations whose events are ours. HighLevel signs the events of all its customers with one key, so
 * the signature does not prove that.
 */
async function listConnectedLocations(
  tx: Transaction,
  env: EventContext["env"],
): Promise<string[]> {
  const rows = await tx
    .select({ locationId: crmConnections.locationId })
    .from(crmConnections)
    .where(isNull(crmConnections.disconnectedAt));
  return [
    ...rows.map((row) => row.locationId),
    ...(env.CRM_LOCATION_ID ? [env.CRM_LOCATION_ID] : []),
  ];
}

type StoredRequest = Awaited<ReturnType<typeof listMatchingRequests.rows>>[number];

/**
 * Kinds of contact that an event opts out, by do-not-disturb on all channels or on some. Texts and
 * calls both count as the phone.
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
  tx: Transaction,
  { contactKeys }: EventContext,
  { event, contactId, requests, kinds, now }: OptOut,
): Promise<EventResult> {
  if (contactId && (await isEcho(tx, contactId, now))) return { ok: true, done: "duplicate" };
  const storedContacts = requests.flatMap(listRequestContacts);
  const eventContacts = hashContacts(contactKeys, event);
  const contacts = [
    ...new Map(
      [...storedContacts, ...eventContacts]
        .filter(({ kind }) => kinds.includes(kind))
        .map((contact) => [contact.contactHash, contact]),
    ).values(),
  ];
  await suppressHashes(tx, {
    contacts,
    source: "crm",
    now: getEventTime(event, now),
    except: contactId,
  });
  await addTimelineEvents(tx, {
    ids: requests.map((request) => request.id),
    kind: "crm-stop",
    now,
  });
  return { ok: true, done: "opted-out" };
}

/** Whether an opt-out that we delivered, or are delivering, may have caused the event. */
async function isEcho(tx: Transaction, contactId: string, now: Date): Promise<boolean> {
  const deliveredAfter = new Date(now.getTime() - ECHO_MS);
  return (await findRecentOptOut.first(tx, { contactId, deliveredAfter })) !== undefined;
}

/** When the event happened in the CRM, so that a late one does not override a newer consent. */
function getEventTime({ timestamp }: CrmEvent, now: Date): Date {
  const at = Date.parse(timestamp ?? "");
  return Number.isNaN(at) || at > now.getTime() ? now : new Date(at);
}

async function recordUpdate(
  tx: Transaction,
  { requests, now }: { requests: StoredRequest[]; now: Date },
): Promise<EventResult> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [latest] = requests;
  if (!latest || (latest.syncedAt && latest.syncedAt > ago(ECHO_MS)))
    return { ok: true, done: "duplicate" };
  const [recent] = await tx
    .select({ id: requestEvents.id })
    .from(requestEvents)
    .where(
      and(
        eq(requestEvents.requestId, latest.id),
        eq(requestEvents.kind, "crm-updated"),
        gt(requestEvents.at, ago(UPDATE_EVERY_MS)),
      ),
    )
    .limit(1);
  if (recent) return { ok: true, done: "duplicate" };
  await addTimelineEvents(tx, { ids: [latest.id], kind: "crm-updated", now });
  return { ok: true, done: "recorded" };
}

async function addTimelineEvents(
  tx: Transaction,
  { ids, kind, now }: { ids: string[]; kind: string; now: Date },
): Promise<void> {
  const events = ids.map((id) => ({
    id: randomUUIDv7(),
    requestId: id,
    at: now,
    kind,
    detail: {},
  }));
  await tx.insert(requestEvents).values(events);
}
