import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { toCamelCase } from "#app/lib/camel-case.ts";
import { getKeyVersion, hashContact } from "#app/lib/contact-keys.server.ts";
import { toStorableText } from "#app/lib/text.ts";
import { normalizeEmail, normalizeZip } from "../../normalize.ts";
import { FIELDS } from "../../quote/fields.ts";
import { checkQuote, emptyQuote, type FieldErrors } from "../../quote/schema.ts";
import {
  CORRECTABLE,
  CORRECTED_EVENT,
  type CorrectableField,
  type CorrectionValues,
  EMAIL_CHANGES_PER_DAY,
} from "./constants.ts";
import type { CorrectionDetail } from "./format-correction.server.ts";
import { guardFormerAddress, hasChangedOften } from "./former-address.server.ts";
import { keepWindowTimes } from "./keep-window-times.server.ts";
import {
  copyProviderOptOuts,
  isSuppressed,
  type LockRefusal,
  lockForCorrection,
  recordCorrection,
} from "./locked-request.server.ts";

export type CorrectResult =
  | { ok: true; changed: CorrectableField[] }
  | { ok: false; reason: LockRefusal }
  | { ok: false; reason: "fields"; errors: FieldErrors };

type Correction = {
  requestId: string;
  values: CorrectionValues;
  /** The values that the form was opened with. */
  opened: CorrectionValues;
  /** The key that the customer's page was opened with. */
  keyId?: string;
};
type Context = ActionContext & Pick<AppContext, "contactKeys">;
type Changes = CorrectionDetail["fields"];

/** Browsers send line breaks as CR LF, whatever the stored text has. */
const normalizeBreaks = (text: string) => toStorableText(text).replaceAll("\r\n", "\n");

/**
 * Stores what the customer changed in the form, with the normalized copies. Fields that the form
 * shows as they were opened keep what somebody else may have stored meanwhile.
 */
export function correctRequest(
  context: Context,
  { requestId, values, opened, keyId }: Correction,
): Promise<CorrectResult> {
  const edited = CORRECTABLE.filter(
    (field) => normalizeBreaks(values[field]) !== normalizeBreaks(opened[field]),
  );
  const typed = Object.fromEntries(edited.map((field) => [field, normalizeBreaks(values[field])]));
  const errors = pickErrors(checkQuote({ ...emptyQuote, ...typed }), edited);
  return withTransaction(context.db, async (tx): Promise<CorrectResult> => {
    const locked = await lockForCorrection(tx, requestId);
    if (!locked.ok) return locked;
    const { request } = locked;
    if (Object.keys(errors).length > 0) return { ok: false, reason: "fields", errors };
    const fields: Changes = {};
    for (const [field, to] of Object.entries(typed) as [CorrectableField, string][]) {
      const from = normalizeBreaks(request[field] ?? "");
      if (from !== to) fields[field] = { from, to };
    }
    const changed = Object.keys(fields) as CorrectableField[];
    if (changed.length === 0) return { ok: true, changed };
    const email = fields.email ? normalizeEmail(fields.email.to) : request.emailNormalized;
    const copies = buildCopies(context, { email, phone: request.phoneE164 });
    const isNewAddress = fields.email !== undefined && email !== request.emailNormalized;
    if (isNewAddress && request.isOptedOut)
      return { ok: false, reason: "fields", errors: { email: STOPPED_CONTACT } };
    if (isNewAddress && (await hasChangedOften(tx, { requestId, now: context.now })))
      return { ok: false, reason: "fields", errors: { email: CHANGED_OFTEN } };
    if (fields.email && copies.emailHash) {
      const hashes = [copies.emailHash];
      if (await isSuppressed(tx, { hashes, since: request.createdAt }))
        return { ok: false, reason: "fields", errors: { email: STOPPED_ADDRESS } };
      const to = { contactHash: copies.emailHash, keyVersion: copies.contactKeyVersion };
      const from = [request.phoneHash, request.emailHash];
      await copyProviderOptOuts(tx, { from, to, now: context.now });
    }
    await tx
      .update(serviceRequests)
      .set({
        ...buildColumns(fields),
        ...(fields.email && { emailNormalized: email, ...copies }),
        ...(fields.zipCode && { zipValid: normalizeZip(fields.zipCode.to) }),
      })
      .where(eq(serviceRequests.id, requestId));
    if (fields.zipCode) {
      const { from, to } = fields.zipCode;
      await keepWindowTimes(tx, { requestId, from: normalizeZip(from), to: normalizeZip(to) });
    }
    const isAfterOffer = fields.zipCode !== undefined && (await hasAcceptedOffer(tx, requestId));
    const eventId = await recordCorrection(tx, context, {
      requestId,
      kind: CORRECTED_EVENT,
      action: "correct",
      detail: { fields, isSynced: request.syncedAt !== null, isAfterOffer },
    });
    if (isNewAddress) {
      const usedKeyId = keyId ?? null;
      await guardFormerAddress(tx, { requestId, eventId, usedKeyId, now: context.now });
    }
    return { ok: true, changed };
  });
}

const CHANGED_OFTEN = `The email address was changed ${EMAIL_CHANGES_PER_DAY} times in the last 24 hours. Call us, or write to us under Messages on this page, to use another one.`;
const STOPPED_CONTACT =
  "You stopped our contact, so we take no new address. Call us if you changed your mind.";
const STOPPED_ADDRESS =
  "Somebody asked us not to write to this address. Call us if you want to use it.";

const pickErrors = (errors: FieldErrors, edited: readonly CorrectableField[]): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => edited.some((name) => name === field)),
  );

/** The columns of the changed fields; an optional answer that was emptied is null. */
const buildColumns = (fields: Changes) =>
  Object.fromEntries(
    (Object.entries(fields) as [CorrectableField, { to: string }][]).map(([field, { to }]) => [
      toCamelCase(FIELDS[field].record),
      to === "" ? null : to,
    ]),
  );

/**
 * The keyed hashes of both contacts: a row has one version for both.
 * @param contacts normalized
 */
export function buildCopies(
  { contactKeys }: Pick<AppContext, "contactKeys">,
  { email, phone }: { email: string | null; phone: string | null },
) {
  return {
    phoneHash: phone && hashContact(contactKeys, phone),
    emailHash: email && hashContact(contactKeys, email),
    contactKeyVersion: getKeyVersion(contactKeys),
  };
}

async function hasAcceptedOffer(tx: Transaction, requestId: string): Promise<boolean> {
  const [accepted] = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.requestId, requestId), eq(offers.state, "accepted")));
  return accepted !== undefined;
}
