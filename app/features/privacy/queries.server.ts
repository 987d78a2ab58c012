import { desc, eq, inArray, or, sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { consentChain, consentRecords, suppressions } from "#app/db/tables/consent.server.ts";
import { homeowners } from "#app/db/tables/offers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { listDisclosures } from "#app/features/offers/queries.server.ts";
import { getCompanyContacts } from "#app/features/provider-accounts/company-contact.server.ts";
import { getAccountData } from "#app/features/provider-accounts/person-data.server.ts";
import { listAnswerKeys } from "#app/features/requests/quote/fields.server.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import { listActivity } from "./calls-and-arrivals.server.ts";
import { listPageData, listStoppedProviders } from "./customer-page-data.server.ts";
import { listContacts } from "./list-contacts.ts";
import { listFormerUses } from "./mutations.sql.ts";
import { listRequestData } from "./request-data.server.ts";
import type { Person } from "./schema.ts";

/** SQL compares only the last digits of phone numbers, as in the index; the rest is done here. */
const LAST_DIGITS = 4;

/** Ids of the requests that a person sent, newest first. */
export async function listRequestIds(db: Connection, { kind, value }: Person): Promise<string[]> {
  const { id, phoneE164, emailNormalized, createdAt } = serviceRequests;
  const rows = await db
    .select({ id })
    .from(serviceRequests)
    .where(eq(kind === "phone" ? phoneE164 : emailNormalized, value))
    .orderBy(desc(createdAt), desc(id));
  return rows.map((row) => row.id);
}

/** Keys of the details about the property's contact, such as `property_contact_phone`. */
const CONTACT_KEYS = listAnswerKeys("detail", ({ personal }) => personal === "property-contact");
const CONTACT_PREFIX = /^property_contact_/;
const CONTACT_COLUMNS = Object.fromEntries(
  CONTACT_KEYS.map((key) => [
    key.replace(CONTACT_PREFIX, ""),
    sql<string | null>`${serviceRequests.additionalDetails} ->> ${key}::text`,
  ]),
);

export type Mention = {
  id: string;
  createdAt: Date;
  serviceType: string;
  phone: string | null;
  /** Further details of the contact, such as `name`. */
  [detail: string]: unknown;
};

/**
 * Requests of other people that name the person as the contact for the property. The conditions are
 * the expressions of the table's indexes.
 */
export async function listMentions(db: Connection, { kind, value }: Person): Promise<Mention[]> {
  const { id, createdAt, serviceType, additionalDetails: details } = serviceRequests;
  const isMention =
    kind === "email"
      ? sql`${details} ? 'property_contact_email'
          and lower(btrim(${details} ->> 'property_contact_email')) = ${value}`
      : sql`${details} ? 'property_contact_phone'
          and right(regexp_replace(${details} ->> 'property_contact_phone', '\\D', '', 'g'), 4)
            = ${value.slice(-LAST_DIGITS)}`;
  const rows = await db
    .select({ id, createdAt, serviceType, ...CONTACT_COLUMNS })
    .from(serviceRequests)
    .where(isMention)
    .orderBy(desc(createdAt), desc(id));
  return filterByPhone(rows as Mention[], { kind, value });
}

export type Homeowner = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  createdAt: Date;
};

export async function listHomeowners(
  db: Connection,
  { kind, value }: Person,
): Promise<Homeowner[]> {
  const { id, name, email, phone, createdAt } = homeowners;
  const isTheirs =
    kind === "email"
      ? sql`lower(btrim(${email})) = ${value}`
      : sql`regexp_replace(${phone}, '\\D', '', 'g') like ${`%${value.slice(-LAST_DIGITS)}`}`;
  const rows = await db
    .select({ id, name, email, phone, createdAt })
    .from(homeowners)
    .where(isTheirs)
    .orderBy(desc(createdAt));
  return filterByPhone(rows, { kind, value });
}

/** SQL has compared email addresses whole, and of phone numbers the last digits. */
const filterByPhone = <Row extends { phone: string | null }>(rows: Row[], person: Person): Row[] =>
  person.kind === "email" ? rows : rows.filter((row) => toE164(row.phone ?? "") === person.value);

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

/** Everything that is stored about a person. */
export async function getPersonData(
  { db, contactKeys }: Pick<AppContext, "db" | "contactKeys">,
  person: Person,
) {
  const ids = await listRequestIds(db, person);
  const [
    requests,
    pageData,
    consent,
    disclosures,
    mentions,
    accounts,
    formerUses,
    providerAccount,
    companyContacts,
  ] = await Promise.all([
    listRequestData(db, ids),
    listPageData(db, ids),
    listConsentRecords(db, person, ids),
    listDisclosures(db, ids),
    listMentions(db, person),
    listHomeowners(db, person),
    listFormerUses.rows(db, { contact: person.value }),
    // The people of providers are known by their address alone.
    person.kind === "email" ? getAccountData(db, person.value) : null,
    getCompanyContacts(db, person),
  ]);
  const contacts = listContacts(
    person,
    requests.map(({ request }) => request),
  );
  const hashes = contacts.map((contact) => hashContact(contactKeys, contact.value));
  const [activity, optOuts, stoppedProviders] = await Promise.all([
    listActivity(db, contactKeys, { contacts, requestIds: ids }),
    db
      .select()
      .from(suppressions)
      .where(inArray(suppressions.contactHash, hashes))
      .orderBy(desc(suppressions.optedOutAt)),
    listStoppedProviders(db, hashes),
  ]);
  return {
    contacts,
    requests,
    ...activity,
    pageData,
    consent,
    disclosures,
    mentions,
    formerUses,
    accounts,
    providerAccount,
    companyContacts,
    optOuts,
    stoppedProviders,
  };
}
export type PersonData = Awaited<ReturnType<typeof getPersonData>>;
