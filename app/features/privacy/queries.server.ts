import { asc, desc, eq, inArray, or } from "drizzle-orm";
import type pg from "pg";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { consentChain, consentRecords, suppressions } from "#app/db/tables/consent.server.ts";
import { crmAttempts, crmOutbox } from "#app/db/tables/crm.server.ts";
import { requestEvents, requestNotes, serviceRequests } from "#app/db/tables/requests.server.ts";
import { listDisclosures } from "#app/features/offers/queries.server.ts";
import { listKeys } from "#app/features/requests/quote/fields.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { contactHash } from "#app/lib/secret.server.ts";
import type { Person } from "./schema.ts";

type Reader = pg.Pool | pg.PoolClient;
/** Last digits that SQL compares before whole phone numbers are compared here. */
const LAST_DIGITS = 4;

/** Requests that a person sent, newest first. */
export async function findRequestIds(db: Reader, { kind, value }: Person): Promise<string[]> {
  const column = kind === "phone" ? "phone_e164" : "email_normalized";
  const { rows } = await db.query<{ id: string }>(
    `select id from service_requests where ${column} = $1 order by created_at desc, id desc`,
    [value],
  );
  return rows.map((row) => row.id);
}

/** Keys of what a request says of the contact for the property, such as `property_contact_phone`. */
const CONTACT_KEYS = listKeys("detail", ({ personal }) => personal === "property-contact");
const CONTACT_PREFIX = /^property_contact_/;
const SELECT_CONTACT = CONTACT_KEYS.map(
  (key) => `additional_details ->> '${key}' as "${key.replace(CONTACT_PREFIX, "")}"`,
).join(", ");

export type Mention = {
  id: string;
  createdAt: Date;
  serviceType: string;
  phone: string | null;
  /** The other details of the contact, such as `name`. */
  [detail: string]: unknown;
};

/** Requests of other people that name the person as the contact for the property. */
export async function findMentions(db: Reader, { kind, value }: Person): Promise<Mention[]> {
  const matches =
    kind === "email"
      ? "additional_details ? 'property_contact_email' and lower(btrim(additional_details ->> 'property_contact_email')) = $1"
      : `additional_details ? 'property_contact_phone' and right(regexp_replace(additional_details ->> 'property_contact_phone', '\\D', '', 'g'), ${LAST_DIGITS}) = right($1, ${LAST_DIGITS})`;
  const { rows } = await db.query<Mention>(
    `select id, created_at as "createdAt", service_type as "serviceType", ${SELECT_CONTACT}
     from service_requests where ${matches} order by created_at desc, id desc`,
    [value],
  );
  return kind === "email" ? rows : rows.filter((row) => toE164(row.phone ?? "") === value);
}

export type Homeowner = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  createdAt: Date;
};

export async function findHomeowners(db: Reader, { kind, value }: Person): Promise<Homeowner[]> {
  const matches =
    kind === "email"
      ? "lower(btrim(email)) = $1"
      : `regexp_replace(phone, '\\D', '', 'g') like '%' || right($1, ${LAST_DIGITS})`;
  const { rows } = await db.query<Homeowner>(
    `select id, name, email, phone, created_at as "createdAt" from homeowners where ${matches} order by created_at desc`,
    [value],
  );
  return kind === "email" ? rows : rows.filter((row) => toE164(row.phone ?? "") === value);
}

async function listRequests(db: Database, ids: string[]) {
  const [requests, notes, events, deliveries, attempts] = await Promise.all([
    db
      .select()
      .from(serviceRequests)
      .where(inArray(serviceRequests.id, ids))
      .orderBy(desc(serviceRequests.createdAt), desc(serviceRequests.id)),
    db
      .select()
      .from(requestNotes)
      .where(inArray(requestNotes.requestId, ids))
      .orderBy(asc(requestNotes.createdAt)),
    db
      .select()
      .from(requestEvents)
      .where(inArray(requestEvents.requestId, ids))
      .orderBy(asc(requestEvents.at)),
    db
      .select()
      .from(crmOutbox)
      .where(inArray(crmOutbox.requestId, ids))
      .orderBy(asc(crmOutbox.createdAt)),
    db
      .select({
        requestId: crmOutbox.requestId,
        target: crmOutbox.target,
        startedAt: crmAttempts.startedAt,
        outcome: crmAttempts.outcome,
        httpStatus: crmAttempts.httpStatus,
      })
      .from(crmAttempts)
      .innerJoin(crmOutbox, eq(crmOutbox.id, crmAttempts.outboxId))
      .where(inArray(crmOutbox.requestId, ids))
      .orderBy(asc(crmAttempts.startedAt)),
  ]);
  const of = <T extends { requestId: string }>(rows: T[], id: string) =>
    rows.filter((row) => row.requestId === id);
  return requests.map((request) => ({
    request,
    notes: of(notes, request.id),
    events: of(events, request.id),
    deliveries: of(deliveries, request.id),
    attempts: of(attempts, request.id),
  }));
}

function listConsentRecords(db: Database, person: Person, ids: string[]) {
  const isTheirs = or(
    inArray(consentRecords.serviceRequestId, ids),
    person.kind === "phone" ? eq(consentRecords.phoneE164, person.value) : undefined,
  );
  return db
    .select({ record: consentRecords, seal: consentChain.seq })
    .from(consentRecords)
    .leftJoin(consentChain, eq(consentChain.recordId, consentRecords.id))
    .where(isTheirs)
    .orderBy(desc(consentRecords.createdAt));
}

type ContactColumns = { request: { phoneE164: string | null; emailNormalized: string | null } };

/**
 * The phone numbers and e-mail addresses of a person: first the one that was searched for, then those
 * in their requests.
 */
export function listContacts(person: Person, requests: ContactColumns[]): Person[] {
  const all = [
    person,
    ...requests.flatMap(({ request }): Person[] => [
      ...(request.phoneE164 ? [{ kind: "phone" as const, value: request.phoneE164 }] : []),
      ...(request.emailNormalized
        ? [{ kind: "email" as const, value: request.emailNormalized }]
        : []),
    ]),
  ];
  return [...new Map(all.map((contact) => [`${contact.kind} ${contact.value}`, contact])).values()];
}

/** Everything that is stored about a person. */
export async function getPersonData(
  { db, contactKey }: Pick<AppContext, "db" | "contactKey">,
  person: Person,
) {
  const ids = await findRequestIds(db.$client, person);
  const [requests, consent, disclosures, mentions, homeowners] = await Promise.all([
    listRequests(db, ids),
    listConsentRecords(db, person, ids),
    listDisclosures(db.$client, ids),
    findMentions(db.$client, person),
    findHomeowners(db.$client, person),
  ]);
  const contacts = listContacts(person, requests);
  const hashes = contacts.map((contact) => contactHash(contactKey, contact.value));
  const stops = await db
    .select()
    .from(suppressions)
    .where(inArray(suppressions.contactHash, hashes))
    .orderBy(desc(suppressions.optedOutAt));
  return { contacts, requests, consent, disclosures, mentions, homeowners, stops };
}
export type PersonData = Awaited<ReturnType<typeof getPersonData>>;
