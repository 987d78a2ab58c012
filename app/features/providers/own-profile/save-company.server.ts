import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { type Changes, requestChange } from "../changes/request-change.server.ts";
import { MAX_CATEGORIES } from "../constants.ts";
import { toProfile } from "../profile/check-profile.server.ts";
import { describeChanges } from "../profile/describe-changes.server.ts";
import { updateProvider } from "../profile/save-profile.server.ts";
import { findCategoryName } from "../profile/service-choices.server.ts";
import { COMPANY_FIELDS } from "./constants.ts";
import { type OwnForm, refuseField, refuseFields, type SaveResult } from "./save-result.ts";
import { companySchema } from "./schema.ts";
import { withOwnProvider } from "./with-own-provider.server.ts";

type ProfileContext = ActionContext & Pick<AppContext, "contactKeys">;

/** Asks staff for another company name or address, which were verified. Nothing changes at once. */
export async function saveCompany(
  context: ProfileContext,
  { values, ...form }: OwnForm & { values: unknown },
): Promise<SaveResult> {
  const parsed = companySchema.safeParse(values);
  if (!parsed.success) return refuseFields(parsed.error.issues);
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
