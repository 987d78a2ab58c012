import { z } from "zod";
import { findConnectedCompany } from "#app/features/offers/customer/customer-offers.sql.ts";
import {
  changePhone,
  type PhoneRefusal,
} from "#app/features/requests/customer/corrections/change-phone.server.ts";
import {
  CORRECTABLE,
  type CorrectionValues,
} from "#app/features/requests/customer/corrections/constants.ts";
import { correctRequest } from "#app/features/requests/customer/corrections/correct-request.server.ts";
import type { LockRefusal } from "#app/features/requests/customer/corrections/locked-request.server.ts";
import { LINE_LENGTH } from "#app/features/requests/quote/field-spec.ts";
import { toStorableText } from "#app/lib/text.ts";
import { type Handler, refuse, refuseFields } from "./form-handler.ts";

const LOCK_REFUSALS: Record<LockRefusal, string> = {
  closed: "This request is closed, so nothing can be changed. Call us if you still need help.",
  "opted-out": "You stopped contact, so nothing can be changed here. Call us, please.",
};

const readPrefixed = (form: FormData, prefix = ""): CorrectionValues =>
  Object.fromEntries(
    CORRECTABLE.map((field) => [field, toStorableText(String(form.get(prefix + field) ?? ""))]),
  ) as CorrectionValues;

/** The fields as they were typed, and as the form was opened with them. */
export const readCorrection = (form: FormData) => ({
  values: readPrefixed(form),
  opened: readPrefixed(form, "opened-"),
});

const correct: Handler = async (context, { form, requestId, keyId }) => {
  const { values, opened } = readCorrection(form);
  const result = await correctRequest(context, { requestId, values, opened, keyId });
  if (result.ok && result.changed.length === 0) return { ok: true, done: "unchanged" };
  if (result.ok) {
    context.requestFeed.publishChange(requestId);
    return { ok: true, done: "corrected" };
  }
  return result.reason === "fields"
    ? refuseFields({ correction: { values, opened, errors: result.errors } })
    : refuse(LOCK_REFUSALS[result.reason]);
};

const phoneSchema = z.object({
  phone: z.string().max(LINE_LENGTH).transform(toStorableText),
  shownText: z.string().max(100),
  shownAt: z.iso.datetime().transform((text) => new Date(text)),
});

const PHONE_REFUSALS: Record<PhoneRefusal, string> = {
  "not-a-number": "Enter a US phone number of 10 digits, with its area code.",
  same: "This is the number that we have already.",
  stopped: "Somebody asked us not to call this number. Call us if you want to use it.",
  "text-changed": "The text below changed just now. Read it again, please.",
  "shown-long-ago": "This page was open for more than a day. Read the text below again, please.",
  "too-many": "The number was changed very often. Please wait an hour, or call us.",
};

const changeNumber: Handler = async (context, { form, requestId, keyId }) => {
  const parsed = phoneSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuse("This form was incomplete. Please try again.", 400);
  const result = await changePhone(context, {
    ...parsed.data,
    requestId,
    keyId,
    async findConnected(db) {
      return (await findConnectedCompany.first(db, { requestId }))?.company ?? null;
    },
  });
  if (result.ok) {
    context.requestFeed.publishChange(requestId);
    return { ok: true, done: "phone-changed" };
  }
  const { reason } = result;
  if (reason === "closed" || reason === "opted-out") return refuse(LOCK_REFUSALS[reason]);
  return refuseFields({ phone: { phone: parsed.data.phone, error: PHONE_REFUSALS[reason] } });
};

/** The forms that correct the request, by intent. */
export const CORRECTION_HANDLERS: Readonly<Record<string, Handler>> = {
  correct,
  "change-phone": changeNumber,
};
