import { randomUUIDv7 } from "node:crypto";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerChanges } from "#app/db/tables/provider-documents.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { type Changes, requestChange } from "../changes/request-change.server.ts";
import { MAX_CATEGORIES } from "../constants.ts";
import { toProfile } from "../profile/check-profile.server.ts";
import { describeChanges } from "../profile/describe-changes.server.ts";
import { updateProvider } from "../profile/save-profile.server.ts";
import { findCategoryName } from "../profile/service-choices.server.ts";
import { ADDRESS_CHANGES_PER_HOUR, COMPANY_FIELDS, CONTACT_FIELDS } from "./constants.ts";
import { type OwnForm, refuseField, type SaveResult } from "./save-result.ts";
import { companySchema, contactSchema } from "./schema.ts";
import { withOwnProvider } from "./with-own-provider.server.ts";

type ProfileContext = ActionContext & Pick<AppContext, "contactKeys">;
type Invalid = Parameters<typeof listFieldErrors>[0];

const refuse = (issues: Invalid): SaveResult => ({
  ok: false,
  reason: "fields",
  errors: listFieldErrors(issues),
});

/** Asks staff for another company name or address, which were verified. Nothing changes at once. */
export async function saveCompany(
  context: ProfileContext,
  { values, ...form }: OwnForm & { values: unknown },
): Promise<SaveResult> {
  const parsed = companySchema.safeParse(values);
  if (!parsed.success) return refuse(parsed.error.issues);
  const after = parsed.data;
  return withOwnProvider(context, form, async (tx, provider) => {
    // No end of verification is in these fields, so the time zone does not matter.
    const before = toProfile(provider, "UTC");
    const changes: Changes = Object.fromEntries(
      COMPANY_FIELDS.filter((field) => after[field] !== before[field]).map((field) => [
        field,
        { before: before[field], after: after[field] },
      ]),
    );
    const waits = await requestChange(tx, context, { ...form, fields: COMPANY_FIELDS, changes });
    return { ok: true, done: waits ? "waiting" : "unchanged" };
  });
}

/** Saves whom we call and mail. The former e-mail address is told of the change. */
export async function saveContact(
  context: ProfileContext,
  { values, ...form }: OwnForm & { values: unknown },
): Promise<SaveResult> {
  const parsed = contactSchema.safeParse(values);
  if (!parsed.success) return refuse(parsed.error.issues);
  const after = parsed.data;
  const { providerId, userId } = form;
  return withOwnProvider(context, form, async (tx, provider) => {
    const before = toProfile(provider, "UTC");
    const changed = CONTACT_FIELDS.filter((field) => after[field] !== before[field]);
    if (changed.length === 0) return { ok: true, done: "unchanged" };
    const isNewAddress = changed.includes("contact_email");
    if (isNewAddress && !(await mayChangeAddress(tx, { providerId, now: context.now })))
      return refuseField("contact_email", "It was changed often within an hour. Try again later.");
    await updateProvider(tx, providerId, {
      contactName: after.contact_name,
      phone: after.phone,
      contactEmail: after.contact_email,
    });
    if (isNewAddress && before.contact_email)
      await tx.insert(providerChanges).values({
        id: randomUUIDv7(),
        providerId,
        changes: {
          contact_email: { before: before.contact_email, after: after.contact_email },
        },
        requestedBy: userId,
        createdAt: context.now,
        state: "accepted",
        decidedAt: context.now,
      });
    await recordAudit(tx, context, {
      action: "save-profile",
      entity: "provider",
      entityId: providerId,
      changes: {
        person: userId,
        ...describeChanges(context.contactKeys, { before, after, fields: changed }),
      },
    });
    return { ok: true, done: "saved" };
  });
}

/** Each change mails the former address, which must not become a way to flood strangers. */
const mayChangeAddress = (
  tx: Transaction,
  { providerId, now }: { providerId: string; now: Date },
) =>
  consumeRateLimit(tx, {
    key: `provider-address:${providerId}`,
    limit: ADDRESS_CHANGES_PER_HOUR,
    windowSeconds: 3_600,
    now,
  });

/**
 * Saves the services of a provider. Those that are taken off count no more at once; new ones wait for
 * staff, as a verification is for certain services.
 */
export async function saveServices(
  context: ProfileContext,
  { services, ...form }: OwnForm & { services: readonly string[] },
): Promise<SaveResult> {
  const { providerId, userId } = form;
  if (services.length > MAX_CATEGORIES)
    return refuseField("service_categories", `Choose at most ${MAX_CATEGORIES}.`);
  return withOwnProvider(context, form, async (tx, provider) => {
    const { categories } = provider;
    const chosen = services.map((text) =>
      categories.includes(text) ? text : findCategoryName(text),
    );
    if (chosen.includes(null)) return refuseField("service_categories", "Choose from the list.");
    const added = [...new Set(chosen)].filter(
      (name) => name !== null && !categories.includes(name),
    );
    const kept = categories.filter((name) => chosen.includes(name));
    const waits = await requestChange(tx, context, {
      ...form,
      fields: ["service_categories"],
      changes: added.length > 0 ? { service_categories: { before: categories, after: added } } : {},
    });
    if (kept.length === categories.length)
      return { ok: true, done: waits ? "waiting" : "unchanged" };
    await updateProvider(tx, providerId, { serviceCategories: kept });
    await recordAudit(tx, context, {
      action: "save-profile",
      entity: "provider",
      entityId: providerId,
      changes: {
        person: userId,
        ...describeChanges(context.contactKeys, {
          before: { service_categories: categories },
          after: { service_categories: kept },
          fields: ["service_categories"],
        }),
      },
    });
    return { ok: true, done: waits ? "saved-waiting" : "saved" };
  });
}
