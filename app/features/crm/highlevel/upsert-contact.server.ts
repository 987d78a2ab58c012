import { z } from "zod";
import { toE164 } from "#app/lib/phone.server.ts";
import {
  buildContact,
  buildFieldValues,
  type ContactFields,
  compareContact,
  omitRefusedField,
} from "./build-contact.ts";
import { ensureCustomFields } from "./custom-fields.server.ts";
import { contactSchema, type StoredContact, searchContact } from "./search-contact.server.ts";
import { type CallResult, callAndParse } from "./session.server.ts";
import type { DeliveryRun, StepResult } from "./target.server.ts";

const upsertSchema = z.object({ contact: contactSchema });

type FieldValuesResult =
  | {
      ok: true;
      values: { id: string; field_value: string }[];
      /** For some answers there is no field, and none could be created. */
      isIncomplete: boolean;
    }
  | Extract<CallResult, { ok: false }>;
type FieldValues = Extract<FieldValuesResult, { ok: true }>;

/** Creates or updates the contact, and stores its id in the row's progress. */
export async function ensureContact(run: DeliveryRun): Promise<StepResult> {
  const { session, row, record } = run;
  if (row.progress.contactId) return null;
  const sent = buildContact(record, toE164(record.customer_phone));
  // Without a phone or an email, each upsert would create another contact.
  if (!sent.phone && !sent.email)
    return {
      kind: "refused",
      status: null,
      error: "no phone number and no email address by which the CRM could find the contact again",
    };
  const fields = await resolveFieldValues(run);
  if (!fields.ok) return fields.halt;
  const first = await upsert(run, sent, fields);
  if (first.ok)
    return recordContact(run, {
      sent,
      stored: first.value.contact,
      uncertain: fields.isIncomplete ? "quiz answers" : null,
    });
  if (first.status === 404) return NO_ENDPOINT;
  if (first.halt.kind !== "refused") return first.halt;
  // The contact may have been created in spite of the refusal.
  const found = await searchContact(session, sent);
  if (!found.ok) return found.halt;
  if (found.contact)
    return recordContact(run, {
      sent,
      stored: found.contact,
      uncertain:
        fields.isIncomplete || fields.values.length > 0 ? "quiz answers (not confirmed)" : null,
    });
  // Tries again without the refused value, so that the person gets into the CRM anyway.
  const topics = first.about ?? [];
  const areFieldsRefused =
    fields.isIncomplete || (topics.includes("custom fields") && fields.values.length > 0);
  const rest = omitRefusedField(sent, topics) ?? (areFieldsRefused ? sent : null);
  if (!rest) return first.halt;
  const second = await upsert(run, rest, areFieldsRefused ? { ...fields, values: [] } : fields);
  if (!second.ok) return second.halt;
  const uncertain = areFieldsRefused ? "quiz answers" : null;
  return recordContact(run, { sent, stored: second.value.contact, uncertain });
}

function upsert({ session }: DeliveryRun, sent: ContactFields, { values }: FieldValues) {
  const body = {
    locationId: session.locationId,
    ...sent,
    ...(values.length > 0 ? { customFields: values } : {}),
  };
  return callAndParse(session, upsertSchema, { method: "POST", path: "/contacts/upsert", body });
}

const NO_ENDPOINT: StepResult = {
  kind: "paused",
  status: 404,
  error: "status 404",
  retryAfterMs: null,
};

function recordContact(
  { row }: DeliveryRun,
  options: { sent: ContactFields; stored: StoredContact; uncertain: string | null },
): null {
  const { sent, stored, uncertain } = options;
  row.progress.contactId = stored.id;
  row.progress.differences = [...compareContact(sent, stored), ...(uncertain ? [uncertain] : [])];
  return null;
}

/**
 * Quiz answers with the ids of their custom fields. A location that refuses the fields still gets
 * the contact: the note has the answers.
 */
async function resolveFieldValues(run: DeliveryRun): Promise<FieldValuesResult> {
  const { session, record, cache, now } = run;
  const values = buildFieldValues(record.additional_details.quiz_answers);
  if (values.size === 0) return { ok: true, values: [], isIncomplete: false };
  const found = await ensureCustomFields(session, {
    cache,
    keys: [...values.keys()],
    now: now().getTime(),
  });
  if (!found.ok)
    return found.status === 403 || found.halt.kind === "refused"
      ? { ok: true, values: [], isIncomplete: true }
      : found;
  const known = [...values].flatMap(([key, value]) => {
    const id = found.ids.get(key);
    return id ? [{ id, field_value: value }] : [];
  });
  return { ok: true, values: known, isIncomplete: known.length < values.size };
}
