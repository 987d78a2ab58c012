import { z } from "zod";
import type { ContactSyncRecord } from "#app/features/requests/intake/build-record.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import type { SyncReply } from "../contact-sync/client.server.ts";
import type { ClaimedRow, DeliveryTarget } from "../outbox/deliver.server.ts";
import { requireRecord } from "../outbox/queries.server.ts";
import { type FieldCache, findFields } from "./custom-fields.server.ts";
import type { HighLevelServices } from "./refresh-tokens.server.ts";
import { type CallResult, callFor, type HighLevelSession, openSession } from "./session.server.ts";
import {
  type ContactFields,
  compareContact,
  contactFields,
  contactTags,
  fieldValues,
  noteMark,
  noteText,
  withoutRefused,
} from "./write-contact.ts";

/** Upsert, tags, note; custom fields are known after the first time. */
const CALLS_PER_ROW = 3;

const contactSchema = z.object({
  id: z.string().min(1).max(200),
  phone: z.string().nullish(),
  email: z.string().nullish(),
  dnd: z.boolean().nullish(),
});
const upsertSchema = z.object({ contact: contactSchema });
const foundSchema = z.object({ contact: contactSchema.nullish() });
const notesSchema = z.object({ notes: z.array(z.object({ body: z.string().nullish() })) });

type Stored = z.infer<typeof contactSchema>;
type Run = {
  session: HighLevelSession;
  row: ClaimedRow;
  record: ContactSyncRecord;
  cache: FieldCache;
  now: () => Date;
};
/** Null where the step is done; else what becomes of the row. */
type Step = Exclude<SyncReply, { kind: "delivered" }> | null;

/**
 * HighLevel's own API as a target: contact, tags, one note. What is done is kept in the row's
 * progress before the next call, so that whoever takes over after a death makes neither a second
 * contact nor a second note.
 */
export function highLevelTarget(services: HighLevelServices): DeliveryTarget {
  const cache: FieldCache = new Map();
  return {
    name: HIGHLEVEL_TARGET,
    callsPerRow: CALLS_PER_ROW,
    isMultiStep: true,
    async send(row) {
      // The row itself: each call renews its lease and keeps its progress.
      const session = await openSession(
        services,
        Object.assign(row, { table: "crm_outbox" as const }),
      );
      if (!session)
        return {
          kind: "paused",
          status: null,
          error: "not connected, connect HighLevel in Settings",
          retryAfterMs: null,
        };
      if (row.progress.locationId !== session.locationId) {
        for (const key of Object.keys(row.progress))
          delete row.progress[key as keyof typeof row.progress];
        row.progress.locationId = session.locationId;
      }
      const run: Run = {
        session,
        row,
        record: await requireRecord(services.db, row.request_id),
        cache,
        now: services.now,
      };
      const halt = (await keepContact(run)) ?? (await addTags(run)) ?? (await writeNote(run));
      return halt ?? { kind: "delivered", status: 200, contactId: row.progress.contactId ?? null };
    },
  };
}

async function keepContact(run: Run): Promise<Step> {
  const { session, row, record } = run;
  if (row.progress.contactId) return null;
  const sent = contactFields(record, toE164(record.customer_phone));
  // Without either, each upsert would make another contact.
  if (!sent.phone && !sent.email)
    return {
      kind: "refused",
      status: null,
      error: "neither a phone number nor an e-mail address that a CRM could know again",
    };
  const fields = await customFields(run);
  if (!fields.ok) return fields.halt;
  const first = await upsert(run, sent, fields);
  if (first.ok)
    return keep(run, {
      sent,
      stored: first.value.contact,
      unsure: fields.lost ? "quiz answers" : null,
    });
  if (first.status === 404) return noEndpoint();
  if (first.halt.kind !== "refused") return first.halt;
  // The refusal may come after the contact was made.
  const found = await searchContact(session, sent);
  if (!found.ok) return found.halt;
  if (found.contact)
    return keep(run, {
      sent,
      stored: found.contact,
      unsure: fields.lost || fields.values.length > 0 ? "quiz answers (not confirmed)" : null,
    });
  // One value that the CRM does not take must not keep the person out of it.
  const about = first.about ?? [];
  const lost = fields.lost || (about.includes("custom fields") && fields.values.length > 0);
  const rest = withoutRefused(sent, about) ?? (lost ? sent : null);
  const second = rest && (await upsert(run, rest, lost ? { ...fields, values: [] } : fields));
  if (!second?.ok) return (second ?? first).halt;
  return keep(run, { sent, stored: second.value.contact, unsure: lost ? "quiz answers" : null });
}

function upsert({ session }: Run, sent: ContactFields, { values }: Extract<Fields, { ok: true }>) {
  const body = {
    locationId: session.locationId,
    ...sent,
    ...(values.length > 0 ? { customFields: values } : {}),
  };
  return callFor(session, upsertSchema, { method: "POST", path: "/contacts/upsert", body });
}

const noEndpoint = (): Step => ({
  kind: "paused",
  status: 404,
  error: "status 404",
  retryAfterMs: null,
});

function keep(
  { row }: Run,
  { sent, stored, unsure }: { sent: ContactFields; stored: Stored; unsure: string | null },
): null {
  row.progress.contactId = stored.id;
  row.progress.differences = [...compareContact(sent, stored), ...(unsure ? [unsure] : [])];
  return null;
}

type Fields =
  | { ok: true; values: { id: string; field_value: string }[]; lost: boolean }
  | Extract<CallResult, { ok: false }>;

/**
 * Quiz answers for their custom fields. A location that refuses the fields still gets the contact:
 * the note has the answers.
 */
async function customFields({ session, record, cache, now }: Run): Promise<Fields> {
  const values = fieldValues(record.additional_details.quiz_answers);
  if (values.size === 0) return { ok: true, values: [], lost: false };
  const found = await findFields(session, {
    cache,
    keys: [...values.keys()],
    now: now().getTime(),
  });
  if (!found.ok)
    return found.status === 403 || found.halt.kind === "refused"
      ? { ok: true, values: [], lost: true }
      : found;
  const known = [...values].flatMap(([key, value]) => {
    const id = found.ids.get(key);
    return id ? [{ id, field_value: value }] : [];
  });
  return { ok: true, values: known, lost: known.length < values.size };
}

type Found = { ok: true; contact: Stored | null } | Extract<CallResult, { ok: false }>;

/** The contact with this phone, else the one with this e-mail address. */
export async function searchContact(
  session: HighLevelSession,
  { phone, email }: Pick<ContactFields, "phone" | "email">,
): Promise<Found> {
  for (const [name, value] of [
    ["number", phone],
    ["email", email],
  ] as const) {
    if (!value) continue;
    const answer = await callFor(session, foundSchema, {
      method: "GET",
      path: `/contacts/search/duplicate?${new URLSearchParams({ locationId: session.locationId, [name]: value })}`,
    });
    // Some locations answer "not found" where there is none.
    if (!answer.ok && answer.halt.kind !== "refused") return answer;
    if (answer.ok && answer.value.contact) return { ok: true, contact: answer.value.contact };
  }
  return { ok: true, contact: null };
}

const contactPath = ({ row }: Run) =>
  `/contacts/${encodeURIComponent(row.progress.contactId ?? "")}`;

/**
 * A contact that is refused is gone, or merged into another: the next attempt starts
 * over.
 */
function contactGone({ row }: Run, answer: Extract<CallResult, { ok: false }>): Step {
  if (answer.halt.kind !== "refused") return answer.halt;
  row.progress = { locationId: row.progress.locationId };
  return {
    kind: "failed",
    status: answer.status,
    error: `${answer.halt.error}, for a contact that was there before`,
    retryAfterMs: null,
  };
}

async function addTags(run: Run): Promise<Step> {
  const { session, row, record } = run;
  if (row.progress.tagged) return null;
  const answer = await session.call({
    method: "POST",
    path: `${contactPath(run)}/tags`,
    body: { tags: contactTags(record) },
  });
  if (!answer.ok) return contactGone(run, answer);
  row.progress.tagged = true;
  return null;
}

async function writeNote(run: Run): Promise<Step> {
  const { session, row, record } = run;
  if (row.progress.noting) {
    const listed = await callFor(session, notesSchema, {
      method: "GET",
      path: `${contactPath(run)}/notes`,
    });
    if (!listed.ok) return contactGone(run, listed);
    if (listed.value.notes.some(({ body }) => body?.includes(noteMark(row.request_id))))
      return null;
  }
  row.progress.noting = true;
  const answer = await session.call({
    method: "POST",
    path: `${contactPath(run)}/notes`,
    body: { body: noteText(record, row.request_id) },
  });
  return answer.ok ? null : contactGone(run, answer);
}
