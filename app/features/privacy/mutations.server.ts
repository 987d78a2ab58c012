import { asc, inArray, or } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { OptOutScope } from "#app/db/tables/consent.server.ts";
import { crmAttempts, crmOutbox } from "#app/db/tables/crm.server.ts";
import { homeowners } from "#app/db/tables/offers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Connection, type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { forgetCaller } from "#app/features/calls/queries.server.ts";
import { getHighLevelConfig } from "#app/features/crm/highlevel/oauth-client.server.ts";
import {
  listManualOptOuts,
  type ManualOptOuts,
  queueOptOuts,
} from "#app/features/crm/opt-outs/queue-opt-outs.server.ts";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { noteErasure } from "#app/features/offers/customer/note-erasure.server.ts";
import { eraseProviderPerson } from "#app/features/provider-accounts/person-data.server.ts";
import { ERASED_NAME, eraseRequestFields } from "#app/features/requests/erase-fields.server.ts";
import { listGroupIds } from "#app/features/requests/merged-requests.sql.ts";
import { listAnswerKeys, QUIZ_DETAILS } from "#app/features/requests/quote/fields.server.ts";
import { deleteViewsOfPerson } from "#app/features/requests/views/delete-views-of-person.server.ts";
import { hashContact } from "#app/lib/contact-keys.server.ts";
import type { PersonFailure } from "./constants.ts";
import { listContacts } from "./list-contacts.ts";
import { eraseRemaining, removeDetails, removeFormerContact } from "./mutations.sql.ts";
import { createPersonToken, getPersonPath, parsePerson } from "./person-token.server.ts";
import { listHomeowners, listMentions, listRequestIds } from "./queries.server.ts";
import type { Person } from "./schema.ts";

type PrivacyContext = ActionContext & Pick<AppContext, "contactKeys">;
export type PersonContext = PrivacyContext & Pick<AppContext, "env">;
export type PersonResult =
  | { ok: true; done: "found"; path: string }
  | { ok: true; done: "opted-out"; contacts: number; manualOptOuts: ManualOptOuts }
  | {
      ok: true;
      done: "erased";
      requests: number;
      crmContacts: string[];
      /** The account of a provider's person was deleted. */
      wasProviderPerson: boolean;
    }
  | { ok: false; reason: PersonFailure };

/** Writes an audit row that refers to the person by a keyed hash. */
function recordPersonAudit(
  db: Connection,
  context: PrivacyContext,
  entry: { action: string; person: Person; changes: Record<string, unknown> },
): Promise<void> {
  const { action, person, changes } = entry;
  return recordAudit(db, context, {
    action,
    entity: "person",
    entityId: hashContact(context.contactKeys, person.value),
    changes: { by: person.kind, ...changes },
  });
}

/** Finds a person; `path` is the URL of their page, which only the actor can open. */
export async function findPerson(
  context: PrivacyContext,
  { contact }: { contact: string },
): Promise<PersonResult> {
  const person = parsePerson(contact);
  if (!person) return { ok: false, reason: "unclear" };
  await withTransaction(context.db, async (tx) => {
    const requests = await listRequestIds(tx, person);
    await recordPersonAudit(tx, context, {
      action: "find-person",
      person,
      changes: { requests: requests.length },
    });
  });
  const { contactKeys, actor, now } = context;
  const token = createPersonToken(contactKeys, { person, staffId: actor, now });
  return { ok: true, done: "found", path: getPersonPath(token) };
}

/** Records that a person's data was exported. */
export const recordExport = (
  context: PrivacyContext,
  { person, ...changes }: { person: Person; format: string; requests: number },
): Promise<void> =>
  recordPersonAudit(context.db, context, { action: "export-person", person, changes });

/**
 * Opts a person out of contact, which also ends pending deliveries: under this contact and under
 * the others in their requests, and in those that staff merged with them.
 */
export function optOutPerson(
  context: PersonContext,
  { person, scope }: { person: Person; scope: OptOutScope },
): Promise<PersonResult> {
  const { contactKeys, env, now } = context;
  return withTransaction(context.db, async (tx): Promise<PersonResult> => {
    const ids = await listWithMerged(tx, await listRequestIds(tx, person));
    const { phoneE164, emailNormalized } = serviceRequests;
    const requests = await tx
      .select({ phoneE164, emailNormalized })
      .from(serviceRequests)
      .where(inArray(serviceRequests.id, ids));
    const contacts = listContacts(person, requests);
    for (const { kind, value } of contacts)
      await suppressContact(tx, { [kind]: value, source: "staff", scope, now, contactKeys });
    const hashes = contacts.map((contact) => hashContact(contactKeys, contact.value));
    await recordPersonAudit(tx, context, {
      action: "stop-contact",
      person,
      changes: { source: "staff", scope, contacts: hashes },
    });
    const hasApp = getHighLevelConfig(env) !== null;
    const manualOptOuts = await listManualOptOuts(tx, { hashes, hasApp });
    return { ok: true, done: "opted-out", contacts: contacts.length, manualOptOuts };
  });
}

/** Ids of requests, and of all that they are merged with. */
async function listWithMerged(tx: Transaction, ids: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const requestId of ids) {
    if (found.has(requestId)) continue;
    for (const { id } of await listGroupIds.rows(tx, { requestId })) found.add(id);
  }
  return [...found];
}

/**
 * Locks requests, and those that they are merged with, whose merge ends with the erasure, in the order
 * of their ids. @returns the former
 */
async function lockWithMerged(tx: Transaction, ids: string[]) {
  const { id, mergedIntoId, ghlContactId, phoneE164, emailNormalized, customerName } =
    serviceRequests;
  const targets = tx.select({ id: mergedIntoId }).from(serviceRequests).where(inArray(id, ids));
  const locked = await tx
    .select({
      id,
      crmContact: ghlContactId,
      phone: phoneE164,
      email: emailNormalized,
      name: customerName,
    })
    .from(serviceRequests)
    .where(or(inArray(id, ids), inArray(mergedIntoId, ids), inArray(id, targets)))
    .orderBy(asc(id))
    .for("update");
  return locked.filter((request) => ids.includes(request.id));
}

type ErasedRequest = { phone: string | null; email: string | null; name: string };

/** The words by which others may have noted a person. */
function listPersonWords({ kind, value }: Person, requests: readonly ErasedRequest[]) {
  const own = (wanted: Person["kind"]) => (kind === wanted ? [value] : []);
  const unique = (words: string[]) => [...new Set(words)];
  return {
    phones: unique([...requests.flatMap(({ phone }) => phone ?? []), ...own("phone")]),
    emails: unique([...requests.flatMap(({ email }) => email ?? []), ...own("email")]),
    names: unique(requests.map(({ name }) => name).filter((name) => name !== ERASED_NAME)),
  };
}

/** Details that an erasure leaves, for the metrics of quizzes. */
const QUIZ_DETAIL_KEYS = Object.keys(QUIZ_DETAILS);
const CONTACT_DETAILS = listAnswerKeys("detail", ({ personal }) => personal === "property-contact");

/**
 * Erases a person everywhere except in sealed consent records, which the law requires, and in the
 * opt-out list, which has keyed hashes only. Requests keep service, status and times. Staff also delete
 * the account of a provider's person, and their address where it is a company's. This cannot be undone.
 * @param options.isByCustomer nobody on the staff sees now which CRM contacts to delete, so that they are
 * set to do-not-disturb
 */
export function erasePerson(
  context: PersonContext,
  { person, isByCustomer }: { person: Person; isByCustomer?: true },
): Promise<PersonResult> {
  return withTransaction(context.db, async (tx): Promise<PersonResult> => {
    const ids = await listRequestIds(tx, person);
    if (await lockDeliveries(tx, { ids, now: context.now }))
      return { ok: false, reason: "sending" };
    const requests = await lockWithMerged(tx, ids);
    const crmContacts = [...new Set(requests.flatMap(({ crmContact }) => crmContact ?? []))];
    const hashes = [hashContact(context.contactKeys, person.value)];
    if (isByCustomer) await queueOptOuts(tx, { hashes, now: context.now });
    await noteErasure(tx, context, ids);
    await eraseRequestFields(tx, ids);
    await eraseRemainingFields(tx, ids);
    const words = listPersonWords(person, requests);
    for (const phone of words.phones) await forgetCaller(tx, context.contactKeys, phone);
    const views = await deleteViewsOfPerson(tx, words);
    const mentions = (await listMentions(tx, person)).map((mention) => mention.id);
    await removeDetails.run(tx, { ids: mentions, detailKeys: CONTACT_DETAILS });
    // Another person's request may have had this contact, such as a mistyped one.
    await removeFormerContact.run(tx, { contact: person.value });
    const accounts = (await listHomeowners(tx, person)).map((homeowner) => homeowner.id);
    await tx
      .update(homeowners)
      .set({ name: ERASED_NAME, email: null, phone: null })
      .where(inArray(homeowners.id, accounts));
    // Who deletes their details as a customer does not mean their account at a company.
    const { wasProviderPerson, companies } =
      !isByCustomer && person.kind === "email"
        ? await eraseProviderPerson(tx, context, person.value)
        : { wasProviderPerson: false, companies: [] };
    await recordPersonAudit(tx, context, {
      action: "erase-person",
      person,
      changes: {
        ...{ requests: ids, mentions, homeowners: accounts, crmContacts, savedViews: views },
        ...(wasProviderPerson && { wasProviderPerson }),
        ...(companies.length > 0 && { companies }),
      },
    });
    return { ok: true, done: "erased", requests: ids.length, crmContacts, wasProviderPerson };
  });
}

/**
 * Locks the outbox rows of requests, so that no worker claims one from here on.
 * @returns whether a worker has claimed one already
 */
async function lockDeliveries(
  tx: Transaction,
  { ids, now }: { ids: string[]; now: Date },
): Promise<boolean> {
  const deliveries = await tx
    .select({ state: crmOutbox.state, leaseUntil: crmOutbox.leaseUntil })
    .from(crmOutbox)
    .where(inArray(crmOutbox.requestId, ids))
    .orderBy(asc(crmOutbox.id))
    .for("update");
  return deliveries.some(
    ({ state, leaseUntil }) => state === "waiting" && leaseUntil !== null && leaseUntil > now,
  );
}

/** Erases what the nightly retention keeps. */
async function eraseRemainingFields(tx: Transaction, ids: string[]): Promise<void> {
  await eraseRemaining.run(tx, { ids, detailKeys: QUIZ_DETAIL_KEYS });
  const outboxIds = tx
    .select({ id: crmOutbox.id })
    .from(crmOutbox)
    .where(inArray(crmOutbox.requestId, ids));
  await tx.update(crmAttempts).set({ error: null }).where(inArray(crmAttempts.outboxId, outboxIds));
}
