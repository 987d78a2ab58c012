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
import { listKeys, QUIZ_DETAILS } from "#app/features/requests/quote/fields.server.ts";
import { contactHash } from "#app/lib/secret.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import type { PersonFailure } from "./constants.ts";
import {
  createPersonToken,
  getPersonPath,
  parsePerson,
  parsePersonToken,
} from "./person-token.server.ts";
import { findHomeowners, findMentions, findRequestIds, listContacts } from "./queries.server.ts";
import { type Person, personFormSchema } from "./schema.ts";

type PrivacyContext = Pick<AppContext, "db" | "contactKey" | "now">;
type PersonContext = PrivacyContext & Pick<AppContext, "env">;
type Who = { staffId: string; requestId: string };
export type PersonResult =
  | { ok: true; done: "found"; path: string }
  | { ok: true; done: "stopped"; contacts: number; byHand: ManualOptOuts }
  | { ok: true; done: "erased"; requests: number; crmContacts: string[] }
  | { ok: false; reason: PersonFailure };

/** Handles a form of the page: finds a person, opts them out, or erases them. */
export async function handlePersonForm(
  app: PersonContext,
  { form, ...who }: Who & { form: FormData },
): Promise<PersonResult> {
  const values = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  const parsed = personFormSchema.safeParse(values);
  if (!parsed.success) return { ok: false, reason: getFailureReason(values.intent) };
  if (parsed.data.intent === "find")
    return findPerson(app, { ...who, contact: parsed.data.contact });
  const person = parsePersonToken(app.contactKey, {
    token: parsed.data.person,
    staffId: who.staffId,
    now: app.now(),
  });
  if (!person) return { ok: false, reason: "expired" };
  return parsed.data.intent === "stop"
    ? optOutPerson(app, { ...who, person })
    : erasePerson(app, { ...who, person });
}

const getFailureReason = (intent: unknown): PersonFailure =>
  intent === "find" ? "unclear" : intent === "erase" ? "confirm" : "unknown";

/** Audit rows refer to a person by a keyed hash. */
function writePersonAudit(
  tx: pg.PoolClient,
  app: PrivacyContext,
  entry: Who & { action: string; person: Person; changes: Record<string, unknown> },
): Promise<void> {
  const { staffId, requestId, action, person, changes } = entry;
  const entityId = contactHash(app.contactKey, person.value);
  return writeAudit(tx, {
    actor: staffId,
    action,
    entity: "person",
    entityId,
    changes: { by: person.kind, ...changes },
    requestId,
    now: app.now(),
  });
}

async function findPerson(
  app: PrivacyContext,
  { contact, ...who }: Who & { contact: string },
): Promise<PersonResult> {
  const person = parsePerson(contact);
  if (!person) return { ok: false, reason: "unclear" };
  await inTransaction(app.db.$client, async (tx) => {
    const requests = await findRequestIds(tx, person);
    await writePersonAudit(tx, app, {
      ...who,
      action: "find-person",
      person,
      changes: { requests: requests.length },
    });
  });
  return {
    ok: true,
    done: "found",
    path: getPersonPath(
      createPersonToken(app.contactKey, { person, staffId: who.staffId, now: app.now() }),
    ),
  };
}

/** Records that a person's data was exported. */
export function recordExport(
  app: PrivacyContext,
  { person, format, requests, ...who }: Who & { person: Person; format: string; requests: number },
): Promise<void> {
  return inTransaction(app.db.$client, (tx) =>
    writePersonAudit(tx, app, {
      ...who,
      action: "export-person",
      person,
      changes: { format, requests },
    }),
  );
}

/**
 * Opts a person out of contact, which also ends pending deliveries: under this contact and under the
 * others in their requests.
 */
function optOutPerson(
  app: PersonContext,
  { person, ...who }: Who & { person: Person },
): Promise<PersonResult> {
  const { db, contactKey } = app;
  const now = app.now();
  return inTransaction(db.$client, async (tx): Promise<PersonResult> => {
    const ids = await findRequestIds(tx, person);
    const { rows } = await tx.query<{ phoneE164: string | null; emailNormalized: string | null }>(
      `select phone_e164 as "phoneE164", email_normalized as "emailNormalized" from service_requests where id = any($1)`,
      [ids],
    );
    const contacts = listContacts(
      person,
      rows.map((request) => ({ request })),
    );
    for (const { kind, value } of contacts)
      await suppressContact(drizzle(tx), { [kind]: value, source: "staff", now, contactKey });
    const hashes = contacts.map((contact) => contactHash(contactKey, contact.value));
    await writePersonAudit(tx, app, {
      ...who,
      action: "stop-contact",
      person,
      changes: { source: "staff", contacts: hashes },
    });
    const byHand = await listManualOptOuts(drizzle(tx), {
      hashes,
      hasApp: highLevelConfig(app.env) !== null,
    });
    return { ok: true, done: "stopped", contacts: contacts.length, byHand };
  });
}

/** Answers that do not identify a person, retained for the metrics of quizzes. */
const ANONYMOUS_DETAILS = Object.keys(QUIZ_DETAILS);
const CONTACT_DETAILS = listKeys("detail", ({ personal }) => personal === "property-contact");
/** What the nightly retention leaves for reports by place. */
const ERASE_REMAINING = listKeys("record", ({ personal }) => personal === null)
  .map((column) => `${column} = null`)
  .join(", ");

/**
 * Erases a person everywhere except in sealed consent records, which the law requires, and in the
 * opt-out list, which has keyed hashes only. Requests keep service, status and times. This cannot
 * be undone.
 */
function erasePerson(
  app: PrivacyContext,
  { person, ...who }: Who & { person: Person },
): Promise<PersonResult> {
  const now = app.now();
  return inTransaction(app.db.$client, async (tx): Promise<PersonResult> => {
    const ids = await findRequestIds(tx, person);
    // Locked first, so that no worker claims a row from here on. A claimed row refuses the erasure.
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
    await eraseRequestFields(drizzle(tx), ids);
    await eraseRemainingFields(tx, ids);
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
    await writePersonAudit(tx, app, {
      ...who,
      action: "erase-person",
      person,
      changes: { requests: ids, mentions, homeowners, crmContacts },
    });
    return { ok: true, done: "erased", requests: ids.length, crmContacts };
  });
}

/** Erases what the nightly retention leaves. */
async function eraseRemainingFields(tx: pg.PoolClient, ids: string[]): Promise<void> {
  await tx.query(
    `update service_requests set ${ERASE_REMAINING}, send_template = null,
       additional_details = coalesce((select jsonb_object_agg(key, value) from jsonb_each(additional_details) where key = any($2)), '{}')
     where id = any($1)`,
    [ids, ANONYMOUS_DETAILS],
  );
  await tx.query(
    "update crm_attempts set error = null from crm_outbox o where o.id = crm_attempts.outbox_id and o.request_id = any($1)",
    [ids],
  );
}
