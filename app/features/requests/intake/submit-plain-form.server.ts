import type { Database } from "#app/db/client.server.ts";
import type { ConsentTexts } from "#app/features/consent/texts.server.ts";
import type { ContactKeys } from "#app/lib/contact-keys.server.ts";
import type { TargetName } from "#app/lib/delivery-targets.ts";
import type { QuizHandoff } from "#app/lib/quiz-handoff.ts";
import { toStorableText } from "#app/lib/text.ts";
import { FORM_VERSION } from "../constants.ts";
import type { QuoteDraft } from "../quote/fields.ts";
import { checkQuote, emptyQuote, type FieldErrors } from "../quote/schema.ts";
import { buildRecord } from "./build-record.ts";
import {
  idempotencyKeySchema,
  intakeBodySchema,
  intakeMetaSchema,
  LONGEST_VISIBLE_MS,
} from "./schema.server.ts";
import { type Caller, submitRequest } from "./submit-request.server.ts";

export type PlainResult =
  | { ok: true; values: QuoteDraft; id: string; created: boolean; key: string | null }
  | {
      ok: false;
      status: 400 | 409 | 429;
      values: QuoteDraft;
      errors: FieldErrors;
      reason: "fields" | "key-conflict" | "too-many";
    };

/** Parses the values of the plain form; missing fields are empty. */
export function parseDraft(form: FormData): QuoteDraft {
  const values = { ...emptyQuote };
  for (const field of Object.keys(emptyQuote) as (keyof QuoteDraft)[])
    values[field] = toStorableText(String(form.get(field) ?? ""));
  return values;
}

type PlainSubmission = {
  form: FormData;
  serviceType?: string;
  quiz?: QuizHandoff;
  pageUrl: string;
  caller: Caller;
  target: TargetName;
};

/**
 * Validates and stores a form that was posted without JavaScript, as the API does for the wizard.
 */
export async function submitPlainForm(
  app: { db: Database; consentTexts: ConsentTexts; contactKeys: ContactKeys; now: () => Date },
  submission: PlainSubmission,
): Promise<PlainResult> {
  const { form, serviceType, quiz, pageUrl, caller, target } = submission;
  const now = app.now();
  const values = parseDraft(form);
  const errors = checkQuote(values);
  if (Object.keys(errors).length > 0)
    return { ok: false, status: 400, reason: "fields", values, errors };

  const { record } = intakeBodySchema.parse({
    type: "INSERT",
    record: buildRecord(values, { serviceType, quiz, now }),
  });
  const key = idempotencyKeySchema.safeParse(form.get("idempotencyKey"));
  const result = await submitRequest(app.db, app.consentTexts, {
    record,
    meta: parseEvidence(form, { now, pageUrl }),
    idempotencyKey: key.success ? key.data : undefined,
    caller,
    now,
    target,
    contactKeys: app.contactKeys,
  });
  if (result.ok) return { ...result, values };
  return {
    ok: false,
    status: result.reason === "too-many" ? 429 : 409,
    reason: result.reason,
    values,
    errors: {},
  };
}

/** Proof of consent from the form's hidden fields; undefined if they are invalid. */
function parseEvidence(form: FormData, options: { now: Date; pageUrl: string }) {
  const text = (name: string) => String(form.get(name) ?? "");
  const filledMs = options.now.getTime() - Date.parse(text("shownAt"));
  return intakeMetaSchema.safeParse({
    consent_text_id: text("consentTextId"),
    shown_at: text("shownAt"),
    agreed_at: options.now.toISOString(),
    visible_ms: Math.min(filledMs, LONGEST_VISIBLE_MS),
    page_url: options.pageUrl.slice(0, 2_000),
    form_version: `${FORM_VERSION}-plain`,
    filled_ms: filledMs,
    website: text("website").slice(0, 500),
  }).data;
}
