import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { AppContext } from "#app/app-context.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { highLevelConfig } from "#app/features/crm/highlevel/oauth-client.server.ts";
import {
  listManualOptOuts,
  type ManualOptOuts,
} from "#app/features/crm/opt-outs/queue-opt-outs.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { ERASED_NAME, eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { contactHash } from "#app/lib/secret.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import type { PersonFailure } from "./constants.ts";
import { makePersonToken, personPath, readPerson, readPersonToken } from "./person-token.server.ts";
import { contactsOf, findHomeowners, findMentions, findRequestIds } from "./queries.server.ts";
import { type Person, personFormSchema } from "./schema.ts";

type PrivacyServices = Pick<AppContext, "db" | "contactKey" | "now">;
type PersonServices = PrivacyServices & Pick<AppContext, "env">;
type Who = { staffId: string; requestId: string };
export type PersonResult =
  | { ok: true; done: "found"; path: string }
  | { ok: true; done: "stopped"; contacts: number; byHand: ManualOptOuts }
  | { ok: true; done: "erased"; requests: number; crmContacts: string[] }
  | { ok: false; reason: PersonFailure };

/** Finds a person, stops contact with them, or erases them: what a form of the page asked for. */
export async function changePerson(
  services: PersonServices,
  { form, ...who }: Who & { form: FormData },
): Promise<PersonResult> {
  const values = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  const parsed = personFormSchema.safeParse(values);
  if (!parsed.success) return { ok: false, reason: reasonFor(values.intent) };
  if (parsed.data.intent === "find")
    return findPerson(services, { ...who, contact: parsed.data.contact });
  const person = readPersonToken(services.contactKey, {
    token: parsed.data.person,
    staffId: who.staffId,
    now: services.now(),
  });
  if (!person) return { ok: false, reason: "expired" };
  return parsed.data.intent === "stop"
    ? stopPerson(services, { ...who, person })
    : erasePerson(services, { ...who, person });
}

const reasonFor = (intent: unknown): PersonFailure =>
  intent === "find" ? "unclear" : intent === "erase" ? "confirm" : "unknown";

/** In audit rows a person is a keyed hash. */
function audit(
  tx: pg.PoolClient,
  services: PrivacyServices,
  entry: Who & { action: string; person: Person; changes: Record<string, unknown> },
): Promise<void> {
  const { staffId, requestId, action, person, changes } = entry;
  const entityId = contactHash(services.contactKey, person.value);
  return writeAudit(tx, {
    actor: staffId,
    action,
    entity: "person",
    entityId,
    changes: { by: person.kind, ...changes },
    requestId,
    now: services.now(),
  });
}

async function findPerson(
  services: PrivacyServices,
  { contact, ...who }: Who & { contact: string },
): Promise<PersonResult> {
  const person = readPerson(contact);
  if (!person) return { ok: false, reason: "unclear" };
  await inTransaction(services.db.$client, async (tx) => {
    const requests = await findRequestIds(tx, person);
    await audit(tx, services, {
      ...who,
      action: "find-person",
      person,
      changes: { requests: requests.length },
    });
  });
  return {
    ok: true,
    done: "found",
    path: personPath(
      makePersonToken(services.contactKey, { person, staffId: who.staffId, now: services.now() }),
    ),
  };
}

/** Writes down that a copy of everything was taken. */
export function noteExport(
  services: PrivacyServices,
  { person, format, requests, ...who }: Who & { person: Person; format: string; requests: number },
): Promise<void> {
  return inTransaction(services.db.$client, (tx) =>
    audit(tx, services, { ...who, action: "export-person", person, changes: { format, requests } }),
  );
}

/**
 * Nothing of the person that still waits is delivered: neither under this contact nor under others
 * in their requests.
 */
function stopPerson(
  services: PersonServices,
  { person, ...who }: Who & { person: Person },
): Promise<PersonResult> {
  const { db, contactKey } = services;
  const now = services.now();
  return inTransaction(db.$client, async (tx): Promise<PersonResult> => {
    const ids = await findRequestIds(tx, person);
    const { rows } = await tx.query<{ phoneE164: string | null; emailNormalized: string | null }>(
      `select phone_e164 as "phoneE164", email_normalized as "emailNormalized" from service_requests where id = any($1)`,
      [ids],
    );
    const contacts = contactsOf(
      person,
      rows.map((request) => ({ request })),
    );
    for (const { kind, value } of contacts)
      await suppressContact(drizzle(tx), { [kind]: value, source: "staff", now, contactKey });
    const hashes = contacts.map((contact) => contactHash(contactKey, contact.value));
    await audit(tx, services, {
      ...who,
      action: "stop-contact",
      person,
      changes: { source: "staff", contacts: hashes },
    });
    const byHand = await listManualOptOuts(drizzle(tx), {
      hashes,
      hasApp: highLevelConfig(services.env) !== null,
    });
    return { ok: true, done: "stopped", contacts: contacts.length, byHand };
  });
}

/** Answers that name nobody, kept for the figures of quizzes. */
const KEPT_DETAILS = ["quiz_slug", "quiz_completed"];
const CONTACT_DETAILS = [
  "property_contact_name",
  "property_contact_email",
  "property_contact_phone",
];

/**
 * Takes the person out of everything but the sealed consent records, which the law wants kept, and
 * the stop list, which holds keyed hashes. A request keeps service, status and times. There is no
 * way back.
 */
function erasePerson(
  services: PrivacyServices,
  { person, ...who }: Who & { person: Person },
): Promise<PersonResult> {
  const now = services.now();
  return inTransaction(services.db.$client, async (tx): Promise<PersonResult> => {
    const ids = await findRequestIds(tx, person);
    // Locked first: no worker takes a row from here on. One that took a row before is waited for.
    const { rows: outbox } = await tx.query<{ sending: boolean }>(
      "select state = 'waiting' and coalesce(lease_until > $2, false) as sending from crm_outbox where request_id = any($1) for update",
      [ids, now],
    );
    if (outbox.some((row) => row.sending)) return { ok: false, reason: "sending" };
    const { rows } = await tx.query<{ contact: string | null }>(
      "select ghl_contact_id as contact from service_requests where id = any($1) for update",
      [ids],
    );
    const crmContacts = [...new Set(rows.flatMap((row) => row.contact ?? []))];
    await eraseRequestFields(tx, ids);
    await eraseRest(tx, ids);
    const mentions = (await findMentions(tx, person)).map((mention) => mention.id);
    await tx.query(
      "update service_requests set additional_details = additional_details - $2::text[] where id = any($1)",
      [mentions, CONTACT_DETAILS],
    );
    const homeowners = (await findHomeowners(tx, person)).map((homeowner) => homeowner.id);
    await tx.query(
      "update homeowners set name = $2, email = null, phone = null where id = any($1)",
      [homeowners, ERASED_NAME],
    );
    await audit(tx, services, {
      ...who,
      action: "erase-person",
      person,
      changes: { requests: ids, mentions, homeowners, crmContacts },
    });
    return { ok: true, done: "erased", requests: ids.length, crmContacts };
  });
}

/**
 * What the nightly clean-up leaves for figures by place, and what a person who asks may want gone
 * too.
 */
async function eraseRest(tx: pg.PoolClient, ids: string[]): Promise<void> {
  await tx.query(
    `update service_requests set city = null, state = null, timeframe = null, is_property_owner = null, send_template = null,
       additional_details = coalesce((select jsonb_object_agg(key, value) from jsonb_each(additional_details) where key = any($2)), '{}')
     where id = any($1)`,
    [ids, KEPT_DETAILS],
  );
  await tx.query(
    "update crm_attempts set error = null from crm_outbox o where o.id = crm_attempts.outbox_id and o.request_id = any($1)",
    [ids],
  );
}
